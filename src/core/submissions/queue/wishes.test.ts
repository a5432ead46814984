import { hash } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { standardLimits } from '../../service/index.ts';
import { answering, cleanUp, json, listening } from '../../service/scripted-server.fixture.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

/** Opens a rig with an unsettled file that never arrived, and that the user has asked to pause. */
async function pausingRig(): Promise<Rig> {
  const rig = await openRig();
  const path = join(rig.folder, 'files', 'old');
  await mkdir(join(rig.folder, 'files'));
  await writeFile(path, 'old bytes');
  const { size, mtimeNs } = await stat(path, { bigint: true });
  const since = '2026-05-03T12:00:01.000Z';
  const state = {
    kind: 'unsettled',
    since,
    reason: { code: 'server-error' },
    check: { kind: 'checking', until: since },
  };
  rig.database
    .prepare(
      `INSERT INTO submissions
         (account_id, path, name, size, mtime_ns, added_at, keccak256, blake2b256, sha256, wish, state)
       VALUES (?, ?, 'old', ?, ?, '2026-05-03T12:00:00.000Z', ?, ?, ?, 'pause', ?)`,
    )
    .run(
      accountId,
      path,
      Number(size),
      mtimeNs.toString(),
      ...['1', '2'].map((digit) => `0x${digit.repeat(64)}`),
      `0x${hash('sha256', 'old bytes')}`,
      JSON.stringify(state),
    );
  rig.database.exec(
    `INSERT INTO attempts (local_id, number, started_at, whole_body_may_be_out, ended_at, outcome)
     VALUES (1, 1, '2026-05-03T12:00:00.000Z', 1, '2026-05-03T12:00:01.000Z', 'unknown')`,
  );
  return rig;
}

test('an unsettled file with a pause is searched for, and sent only when resumed', async () => {
  const rig = await pausingRig();
  await rig.restart();
  await rig.untilAll('paused', 'submitted', 'confirmed');
  expect(rig.all().map(({ state }) => state)).toEqual([{ kind: 'paused', why: { kind: 'by-user' } }]);
  expect(await rig.ledger()).toEqual([]);
  await rig.submissions.commands.resume(rig.all().map(({ id }) => id));
  await rig.untilAll('submitted', 'confirmed');
  expect(await rig.ledger()).toHaveLength(1);
});

test('a cancel during the wait for an answer stands after a pause and a resume of all', async () => {
  let tries = 0;
  const asked = Promise.withResolvers<() => void>();
  const { baseUrl } = await answering(({ method }, response) => {
    if (method !== 'POST') return json(response, 200, []);
    tries += 1;
    if (tries > 1) return json(response, 200, { submission_id: '3f0b2c1e-0000-4000-8000-000000000001' });
    asked.resolve(() => {
      response.setHeader('retry-after', '0');
      json(response, 429, { error: 'Too many requests' });
    });
  });
  const rig = await openRig({ address: () => baseUrl });
  await rig.drop({ file: 'content' });
  const answer = await asked.promise;
  const ids = rig.all().map(({ id }) => id);
  await rig.submissions.commands.cancel(ids);
  await rig.submissions.commands.pause(ids);
  await rig.submissions.commands.resume(ids);
  answer();
  await rig.untilAll('cancelled', 'submitted', 'confirmed');
  expect(rig.named('file').state.kind).toBe('cancelled');
  expect(tries).toBe(1);
});

test.each([
  ['cancel', 'cancelled'],
  ['pause', 'paused'],
] as const)('a wish to %s ends an endless answer, and the file is searched for first', async (wish, ends) => {
  let tries = 0;
  const asked = Promise.withResolvers<void>();
  const { baseUrl } = await answering(({ method }, response) => {
    if (method !== 'POST') return json(response, 200, []);
    tries += 1;
    response.writeHead(200, { 'content-length': 100_000 });
    const dripping = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(dripping));
    asked.resolve();
  });
  const rig = await openRig({ address: () => baseUrl, limits: { ...standardLimits, stoppedAnswerMs: 100 } });
  await rig.drop({ file: 'content' });
  await asked.promise;
  await rig.submissions.commands[wish](rig.all().map(({ id }) => id));
  await rig.untilAll(ends, 'submitted', 'confirmed');
  expect(rig.named('file').state.kind).toBe(ends);
  const shown = rig.events.flatMap((event) => (event.kind === 'submissions.changed' ? event.submissions : []));
  const inDoubt = shown.find(({ state }) => state.kind === 'unsettled');
  expect(inDoubt).toMatchObject({ wish, state: { reason: { code: 'stopped' } } });
  expect(tries).toBe(1);
});

test.each([
  ['cancel', 'cancelled'],
  ['pause', 'paused'],
] as const)('a wish to %s is met also if its attempt could not be written', async (wish, ends) => {
  let opened: Rig | null = null;
  let isArmed = true;
  const rig = await openRig({
    // The clock is read just before the attempt is written.
    now: () => {
      const sending = isArmed ? opened?.all().find(({ state }) => state.kind === 'sending') : undefined;
      if (sending !== undefined) {
        isArmed = false;
        opened?.database.exec('PRAGMA query_only = ON');
        void opened?.submissions.commands[wish]([sending.id]);
      }
      return Date.now();
    },
  });
  opened = rig;
  await rig.drop({ file: 'content' });
  await rig.until(() => rig.events.some((event) => event.kind === 'notice' && event.notice.code === 'disk-full'));
  rig.database.exec('PRAGMA query_only = OFF');
  await rig.untilAll(ends, 'submitted', 'confirmed');
  expect(rig.named('file').state.kind).toBe(ends);
  expect(await rig.ledger()).toEqual([]);
});

test('a file refused at one path can be cancelled while it is sent to the other', async () => {
  let posts = 0;
  const { baseUrl } = await listening((request, response) => {
    if (request.method !== 'POST') {
      request.resume();
      return void (request.url?.includes('get_all_expenditure')
        ? json(response, 200, [])
        : response.writeHead(404).end());
    }
    posts += 1;
    // It does not read the second body.
    if (posts === 1) request.resume().on('end', () => response.writeHead(404).end('no route'));
  });
  const submitBy = { variant: 'access-token', token: 'ethereum' } as const;
  const rig = await openRig({ address: () => baseUrl, submitBy });
  await rig.drop({ large: Buffer.alloc(32 * 1024 * 1024, 1) });
  await expect.poll(() => posts).toBe(2);
  await rig.submissions.commands.cancel(rig.all().map(({ id }) => id));
  await rig.untilAll('cancelled');
});

const all = (rig: Rig): number[] => rig.all().map(({ id }) => id);

describe('all files at once', () => {
  /** A service whose first answer comes from the test. Its list is empty, and available once `listed` resolves. */
  async function serviceWith(answer: (response: ServerResponse) => void, listed = Promise.resolve()) {
    let tries = 0;
    const first = Promise.withResolvers<() => void>();
    const { baseUrl } = await answering(({ method }, response) => {
      if (method !== 'POST') return void listed.then(() => json(response, 200, []));
      tries += 1;
      if (tries === 1) return first.resolve(() => answer(response));
      json(response, 200, { submission_id: `3f0b2c1e-0000-4000-8000-${String(tries).padStart(12, '0')}` });
    });
    return { address: () => baseUrl, first: first.promise };
  }

  const notNow = (response: ServerResponse): void => {
    response.setHeader('retry-after', '0');
    json(response, 429, { error: 'Too many requests' });
  };

  test('are not paused after a pause and a resume, also if one was being sent', async () => {
    const { address, first } = await serviceWith(notNow);
    const rig = await openRig({ address });
    await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: null });
    await rig.drop({ one: 'one', two: 'two' });
    const answer = await first;
    await rig.submissions.commands.pause(all(rig));
    await rig.submissions.commands.resume(all(rig));
    answer();
    await rig.untilAll('paused', 'submitted');
    expect(rig.all().map(({ state }) => state.kind)).toEqual(['submitted', 'submitted']);
  });

  test('show when a sending file will be paused, and when no longer', async () => {
    const { address, first } = await serviceWith(notNow);
    const rig = await openRig({ address });
    await rig.drop({ file: 'content' });
    const answer = await first;
    await rig.submissions.commands.pause(all(rig));
    const shown = () =>
      rig.events.flatMap((event) => (event.kind === 'submissions.changed' ? event.submissions : [])).at(-1);
    await rig.until(() => shown()?.wish === 'pause');
    await rig.submissions.commands.resume(all(rig));
    await rig.until(() => shown()?.wish === null);
    answer();
    await rig.untilAll('paused', 'submitted');
    expect(rig.named('file').state.kind).toBe('submitted');
  });

  test('are not sent before a resume if they were settled while paused', async () => {
    const listed = Promise.withResolvers<void>();
    const { address, first } = await serviceWith((response) => void response.destroy(), listed.promise);
    const rig = await openRig({ address });
    await rig.drop({ file: 'content' });
    const lose = await first;
    lose();
    await rig.untilAll('unsettled');
    await rig.submissions.commands.pause(all(rig));
    listed.resolve();
    await rig.untilAll('paused', 'submitted');
    expect(rig.named('file').state.kind).toBe('paused');
    await rig.submissions.commands.resume(all(rig));
    await rig.untilAll('submitted');
  });
});

test.each([
  ['resumed', (rig: Rig, ids: readonly number[]) => rig.submissions.commands.resume(ids)],
  ['retried', (rig: Rig, ids: readonly number[]) => rig.submissions.commands.retry(ids, agreed)],
])('a duplicate stays held if it is %s by a window that does not know yet', async (_, act) => {
  const rig = await openRig();
  await rig.drop({ one: 'same', two: 'same' });
  await rig.until(() => rig.named('one').state.kind === 'confirmed' && rig.named('two').state.kind === 'paused');
  await act(rig, [rig.named('two').id]);
  expect(rig.named('two').state).toMatchObject({ kind: 'paused', why: { kind: 'duplicate' } });
});
