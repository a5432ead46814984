import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CostEstimate } from '../shared/bridge/submissions.ts';
import { Desk, filesOf } from './command-line.fixture.ts';
import { isBeyond } from './send.ts';

test('files are submitted once, and again only if the user says so', async () => {
  const desk = await Desk.open();
  const paths = [await desk.file('a.txt', 'first'), await desk.file('b.txt', 'second')];
  const first = await desk.send(...paths);
  expect(filesOf(first).map(({ name, status }) => [name, status])).toEqual([
    ['a.txt', 'submitted'],
    ['b.txt', 'submitted'],
  ]);
  expect(first.events.at(-1)).toEqual({ schema: 1, event: 'end', exit: 'done', counts: { submitted: 2 } });
  const ids = filesOf(first).map(({ submissionId }) => submissionId);
  expect((await desk.service.storedIds()).toSorted()).toEqual(ids.toSorted());

  const second = await desk.send(...paths);
  expect(second.code).toBe(0);
  expect(filesOf(second).map(({ status, submissionId }) => [status, submissionId])).toEqual(
    ids.map((id) => ['already-submitted', id]),
  );
  expect(await desk.service.storedIds()).toHaveLength(2);

  const third = await desk.send('--again', paths[0] ?? '');
  expect(filesOf(third)).toMatchObject([{ status: 'submitted' }]);
  expect(await desk.service.storedIds()).toHaveLength(3);
});

test('two files with the same bytes are paid for once, and both have the receipt', async () => {
  const desk = await Desk.open();
  const sent = await desk.send(await desk.file('a.txt', 'same'), await desk.file('b.txt', 'same'));
  const [one, other] = filesOf(sent);
  expect([one?.status, other?.status].toSorted()).toEqual(['already-submitted', 'submitted']);
  expect(one?.submissionId).toBe(other?.submissionId);
  expect(await desk.service.storedIds()).toHaveLength(1);
});

test('without a terminal nothing is sent before its price is approved', async () => {
  const desk = await Desk.open();
  const path = await desk.file('a.txt', 'first');
  const ended = await desk.run('send', path, '--account', 'Office');
  expect(ended.code).toBe(4);
  expect(ended.events).toMatchObject([{ event: 'price', files: 1, bytes: 5 }, { code: 'price-not-approved' }]);
  expect(ended.errors).toContain('--yes');
  expect(await desk.service.storedIds()).toEqual([]);
  const rows = await desk.run('find', 'a.txt');
  expect(rows.code).toBe(1);
});

test('waiting for the block also works for a file that was submitted before', async () => {
  const desk = await Desk.open({ blockTimeSeconds: 2 });
  const path = await desk.file('a.txt', 'first');
  await desk.send(path);
  expect(filesOf(await desk.send('--wait', path))).toMatchObject([{ status: 'already-submitted' }]);
  expect(await desk.run('find', 'a.txt')).toMatchObject({ events: [{ state: 'confirmed' }] });
});

test('a limit approves a price below it, and nothing above it', async () => {
  const desk = await Desk.open({ dialect: 'credits' });
  const path = await desk.file('a.txt', 'first');
  const send = (limit: string) => desk.run('send', path, '--account', 'Office', '--limit', limit);
  expect(await send('1023')).toMatchObject({ code: 4 });
  expect(await desk.service.storedIds()).toEqual([]);
  expect(await send('1024')).toMatchObject({ code: 0 });
});

const price: CostEstimate = {
  cost: { amount: '1500', token: 'ETH', decimals: 3 },
  balance: null,
  covered: null,
};

test.each([
  ['1.5', false],
  ['1.4999', true],
  ['2', false],
] as const)('a price of 1.5 is beyond the limit %s: %s', (limit, expected) => {
  expect(isBeyond(price, limit)).toBe(expected);
});

test('an unknown price is beyond every limit', () => {
  expect(isBeyond(null, '1000000')).toBe(true);
});

test('the price of a private file is that of its encrypted bytes', async () => {
  const desk = await Desk.open({ dialect: 'credits' });
  const path = await desk.file('letter.txt', 'x'.repeat(2_000));
  const passphrase = await desk.file('passphrase', 'a long passphrase');
  const sent = await desk.send('--private', '--passphrase-file', passphrase, '--limit', '2500', path);
  expect(sent).toMatchObject({ code: 0, events: [{ price: { accuracy: 'at-most' } }, {}, {}, {}] });
  const [id = ''] = await desk.service.storedIds();
  const { length } = await desk.service.storedBytes(id);
  expect(Number(Object(sent.events[0]?.price).amount)).toBeGreaterThanOrEqual(length);
});

test('a private file comes back only with its passphrase', async () => {
  const desk = await Desk.open({ dialect: 'deployed' });
  const path = await desk.file('letter.txt', 'for few');
  const passphrase = await desk.file('passphrase', 'a long passphrase\n');
  const sent = await desk.send('--private', '--passphrase-file', passphrase, path);
  expect(filesOf(sent)).toMatchObject([{ status: 'submitted' }]);
  const id = String(filesOf(sent)[0]?.submissionId);
  expect((await desk.service.storedBytes(id)).toString()).toMatch(/^age-encryption/);
  const get = (...more: string[]) => desk.run('get', id, '-o', join(desk.folder, 'got'), ...more);
  expect(await get()).toMatchObject({ code: 1, events: [{ code: 'key-needed' }] });
  expect(await get('--passphrase-file', passphrase)).toMatchObject({ code: 0, events: [{ bytes: 7, proof: 'file' }] });
});

test.each([
  [['send'], 'no-paths'],
  [['send', 'not here.txt'], 'no-such-file'],
  [['send', '.', '--account', 'Nobody'], 'unknown-account'],
  [['send', '.', '--to', 'age1x'], 'private-missing'],
  [['send', '.', '--private'], 'readers-missing'],
  [['send', '--from-list', 'not here'], 'no-such-file'],
  [['send', '.', '--limit', '-1'], 'usage'],
  [['send', '.', '--app-id', 'x'], 'usage'],
  [['verify', 'not here.txt', 'nor here'], 'no-such-file'],
  [['show', 'undefined'], 'not-an-id'],
  [['serve', '--webhook', 'nothing'], 'usage'],
] as const)('%j is refused as %s, without a submission', async (args, code) => {
  const desk = await Desk.open({}, false);
  const ended = await desk.run('--yes', ...args);
  expect(ended).toMatchObject({ code: 2, events: [{ event: 'error', code }] });
});

test('a service that does not answer ends the command, and nothing stays to be sent', async () => {
  const desk = await Desk.open();
  await desk.service.service.close();
  const ended = await desk.send('--patience', '1', await desk.file('a.txt', 'first'));
  expect(ended.code).toBe(5);
  expect(filesOf(ended)).toMatchObject([{ status: 'cancelled' }]);
});

test('Ctrl+C sends nothing more, and says what was sent', async () => {
  const desk = await Desk.open({ dialect: 'documented' });
  const folder = desk.folder;
  const paths = await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const path = join(folder, `${index}.txt`);
      await writeFile(path, `content ${index}`);
      return path;
    }),
  );
  const { child, ended, lines } = desk.start('--yes', 'send', '--account', 'Office', ...paths);
  const interrupt = (): void => {
    // A second Ctrl+C would end the process at once.
    if (lines.some((line) => line.includes('"submitted"')))
      child.stdout?.off('data', interrupt) && child.kill('SIGINT');
  };
  child.stdout?.on('data', interrupt);
  const { code, events } = await ended;
  expect(code).toBe(130);
  const { submitted, cancelled } = { submitted: 0, cancelled: 0, ...Object(events.at(-1)?.counts) };
  expect(submitted + cancelled).toBe(300);
  expect(cancelled).toBeGreaterThan(0);
  expect(await desk.service.storedIds()).toHaveLength(submitted);
});
