import { rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { closeConnections } from '../../service/index.ts';
import { answering, cleanUp, json, listening } from '../../service/scripted-server.fixture.ts';
import { accountId, agreed, closeRigs, openRig } from '../submissions.fixture.ts';
import { fileThreads } from '../threads.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const named = (count: number, content: (index: number) => string = (index) => `content ${index}`) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`.padStart(4, '0'), content(index)]));

describe('the queue', () => {
  test('submits each dropped file once and follows it into its block', async () => {
    const rig = await openRig();
    await rig.drop(named(40));
    await rig.untilAll('confirmed');
    const ledger = await rig.ledger();
    expect(ledger).toHaveLength(40);
    expect(new Set(ledger.map(({ dataHash }) => dataHash)).size).toBe(40);
    expect(rig.all().every(({ cost }) => cost?.token === 'ethereum')).toBe(true);
  });

  test('holds paused files, also over a restart, until they are resumed', async () => {
    const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
    await rig.drop(named(5));
    await rig.submissions.commands.pause(rig.all().map(({ id }) => id));
    await rig.untilAll('paused');
    await rig.restart({ address: (service) => service.url });
    expect(rig.all().every(({ state }) => state.kind === 'paused')).toBe(true);
    await rig.submissions.commands.resume(rig.all().map(({ id }) => id));
    await rig.untilAll('submitted', 'confirmed');
    expect(await rig.ledger()).toHaveLength(5);
  });

  test.each([
    ['pause', 'paused'],
    ['cancel', 'cancelled'],
  ] as const)('does not resend a file if the user chose %s before its answer came', async (wish, ends) => {
    let tries = 0;
    const asked = Promise.withResolvers<() => void>();
    const { baseUrl } = await answering(({ method }, response) => {
      if (method !== 'POST') {
        json(response, 200, []);
        return;
      }
      tries += 1;
      asked.resolve(() => {
        response.setHeader('retry-after', '0');
        json(response, 429, { error: 'Too many requests' });
      });
    });
    const rig = await openRig({ address: () => baseUrl });
    await rig.drop({ file: 'content' });
    const answer = await asked.promise;
    await rig.submissions.commands[wish]([rig.named('file').id]);
    answer();
    await rig.untilAll(ends);
    expect(tries).toBe(1);
  });

  /** Sends a file of several pieces to a service that reads nothing. */
  async function sendingRig() {
    const { baseUrl } = await listening(() => undefined);
    const rig = await openRig({ address: () => baseUrl });
    await rig.drop({ film: Buffer.alloc(30 * 1024 * 1024, 1) });
    // Reading before sending has progress too.
    await rig.until(
      () =>
        rig.named('film').state.kind === 'sending' &&
        rig.submissions.view(accountId).progress.some(({ done }) => done > 0),
    );
    return rig;
  }

  test('continues a file after the app has ended in the middle of it', async () => {
    const rig = await sendingRig();
    rig.submissions.close();
    closeConnections();
    const ends = rig.database.prepare('SELECT outcome FROM attempts');
    await expect.poll(() => ends.get()?.outcome).toBe('interrupted');
    await rig.restart({ address: (service) => service.url });
    await rig.untilAll('submitted', 'confirmed');
    expect(await rig.ledger()).toHaveLength(1);
  });

  test('does not fail a file because the reading threads ended with the app', async () => {
    const asked = Promise.withResolvers<IncomingMessage>();
    const { baseUrl } = await listening((request, response) => {
      if (request.method === 'POST') asked.resolve(request);
      else json(response, 200, []);
    });
    const files = fileThreads();
    const rig = await openRig({ address: () => baseUrl, files });
    await rig.drop({ film: Buffer.alloc(30 * 1024 * 1024, 1) });
    const request = await asked.promise;
    rig.submissions.close();
    await files.close();
    request.resume();
    const ended = rig.database.prepare(
      'SELECT state_kind FROM submissions JOIN attempts ON local_id = id WHERE ended_at IS NOT NULL',
    );
    await expect.poll(() => ended.get()?.state_kind).toBe('waiting');
  });

  test.each([
    ['cancel', 'cancelled'],
    ['pause', 'paused'],
  ] as const)('keeps the user’s wish to %s over a kill', async (wish, ends) => {
    const rig = await sendingRig();
    // Pending writes would overwrite the wish.
    await rig.written();
    rig.database.prepare('UPDATE submissions SET wish = ?').run(wish);
    // After a kill, nothing more is written.
    for (const table of ['submissions', 'attempts']) {
      rig.database.exec(`CREATE TEMP TRIGGER after_kill_${table} BEFORE UPDATE ON main.${table}
        BEGIN SELECT RAISE(IGNORE); END`);
    }
    await rig.restart({ address: (service) => service.url });
    expect(rig.all().map(({ state }) => state)).toMatchObject([{ kind: ends }]);
    const ids = rig.all().map(({ id }) => id);
    if (wish === 'pause') await rig.submissions.commands.resume(ids);
    else await rig.submissions.commands.retry(ids, agreed);
    await rig.untilAll('submitted', 'confirmed');
    expect(await rig.ledger()).toHaveLength(1);
  });

  test('stores the user’s wish before the attempt that it stops has ended', async () => {
    const rig = await sendingRig();
    const wishes: unknown[] = [];
    const read = rig.database.prepare('SELECT wish FROM submissions');
    const stopped = rig.submissions.commands.pause([rig.named('film').id]);
    await stopped;
    wishes.push(read.get()?.wish, rig.named('film').state.kind);
    await rig.submissions.commands.resume([rig.named('film').id]);
    wishes.push(read.get()?.wish);
    expect(wishes).toEqual(['pause', 'sending', null]);
  });

  test('sends a file that was moved to the front first', async () => {
    const rig = await openRig();
    await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: null });
    await rig.drop(named(30));
    const last = rig.named('0029').id;
    await rig.submissions.commands.moveToFront([last]);
    await rig.untilAll('submitted', 'confirmed');
    const order = rig
      .all()
      .flatMap(({ id, state }) => ('at' in state ? [{ id, at: rig.submissions.details(id) }] : []))
      .map(({ id, at }) => ({ id, began: at.ok ? (at.value.attempts[0]?.startedAt ?? '') : '' }))
      .sort((a, b) => (a.began < b.began ? -1 : 1));
    expect(order.findIndex(({ id }) => id === last)).toBeLessThan(20);
  });

  test('sends a file that was moved to the front before all that are ready', async () => {
    let address = 'http://127.0.0.1:9';
    const rig = await openRig({ address: () => address });
    await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: null });
    await rig.drop(named(100));
    const ready = () =>
      rig.all().filter(({ id }) => {
        const details = rig.submissions.details(id);
        return details.ok && details.value.blake2b256 !== null;
      }).length;
    await rig.until(() => ready() >= 60);
    const last = rig.named('0099').id;
    await rig.submissions.commands.moveToFront([last]);
    await rig.until(() => {
      const details = rig.submissions.details(last);
      return details.ok && details.value.blake2b256 !== null;
    });
    address = rig.service.url;
    rig.submissions.queue.reconnect();
    await rig.untilAll('submitted', 'confirmed');
    const order = rig
      .all()
      .map(({ id }) => ({ id, at: rig.submissions.details(id) }))
      .map(({ id, at }) => ({ id, began: at.ok ? (at.value.attempts.at(-1)?.startedAt ?? '') : '' }))
      .sort((a, b) => (a.began < b.began ? -1 : 1));
    expect(order.findIndex(({ id }) => id === last)).toBeLessThan(3);
  });

  test('keeps the user’s settings over a restart', async () => {
    const rig = await openRig();
    await rig.submissions.changeSettings(accountId, {
      atOnce: 3,
      spendingLimit: { amount: '123456789012345678901234567890', token: null },
    });
    await rig.restart();
    expect(rig.submissions.view(accountId).queueSettings).toEqual({
      atOnce: 3,
      spendingLimit: { amount: '123456789012345678901234567890', token: null },
      askBeyondFiles: null,
    });
  });

  test('rejects missing and changed files, and continues with the others', async () => {
    const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
    await rig.drop(named(4));
    await rig.untilAll('waiting', 'retrying');
    await rm(join(rig.folder, 'files', '0001'));
    // Replaces it in one step, because this run may look at it meanwhile.
    await writeFile(join(rig.folder, 'another'), 'another content');
    await rename(join(rig.folder, 'another'), join(rig.folder, 'files', '0002'));
    await rig.restart({ address: (service) => service.url });
    await rig.untilAll('submitted', 'confirmed', 'rejected');
    expect(rig.named('0001').state).toMatchObject({ kind: 'rejected', reason: { code: 'file-missing' } });
    expect(rig.named('0002').state).toMatchObject({ kind: 'rejected', reason: { code: 'file-changed' } });
    expect(await rig.ledger()).toHaveLength(2);
  });

  test('says that the service cannot be reached and is retried', async () => {
    const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
    await rig.drop(named(3));
    await rig.until(() => rig.waitingWords() !== '');
    expect(rig.waitingWords()).toMatch(/The service can’t be reached\. Dropslip keeps trying/);
  });

  test('retries at once when the network may be back', async () => {
    let address = 'http://127.0.0.1:9';
    // The clock stands still, so that no wait ends by itself.
    const rig = await openRig({ address: () => address, monotonic: () => 0 });
    await rig.drop({ 'a.txt': 'a' });
    await rig.untilAll('retrying');
    address = rig.service.url;
    rig.submissions.queue.reconnect();
    await rig.untilAll('submitted', 'confirmed');
  });

  test('completes under a rate limit and estimates the time', async () => {
    const rig = await openRig({ service: { rateLimit: { requests: 5, seconds: 1 } } });
    await rig.drop(named(22));
    await rig.until(() => /asks for a pause/.test(rig.waitingWords()));
    const promised = rig.submissions.view(accountId).summary.secondsLeft ?? 0;
    const began = performance.now();
    await rig.untilAll('submitted', 'confirmed');
    const took = (performance.now() - began) / 1000;
    // Only the order of magnitude, because the real time also depends on the machine.
    expect(promised).toBeGreaterThanOrEqual(Math.floor(Math.min(took, 22 / 5) / 4));
    expect(promised).toBeLessThanOrEqual(4 * Math.ceil(took) + 2);
    const refused = rig.all().flatMap(({ id }) => {
      const details = rig.submissions.details(id);
      return details.ok ? details.value.attempts.filter(({ outcome }) => outcome === 'refused') : [];
    });
    // Some were in progress when the limit was first met, and two may meet the edge of a window. Without pacing, about
    // forty would be refused.
    expect(refused.length).toBeLessThanOrEqual(18);
  });
});
