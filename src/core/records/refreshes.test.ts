import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { accountId, closeRecords, listing, openRecordsRig, wire } from './records.fixture.ts';

afterEach(async () => {
  await closeRecords();
  await cleanUp();
});

test('a refresh right after one was cancelled reads by itself', async () => {
  let [asked, answers] = [0, false];
  const { baseUrl } = await answering((_request, response) => {
    asked += 1;
    if (answers) json(response, 200, [wire('there')]);
  });
  const rig = await openRecordsRig({ connection: () => connectionTo(baseUrl) });
  const first = rig.records.refresh(accountId, 0);
  await expect.poll(() => asked).toBe(1);
  answers = true;
  rig.records.cancelRefresh(accountId);
  expect(await rig.records.refresh(accountId, 0)).toMatchObject({ ok: true });
  expect(await first).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(rig.refreshes.at(-1)).toEqual({ kind: 'idle' });
  expect((await rig.page()).kept).toBe(1);
});

test('a refresh that was cancelled before it asked for anything is over, and asks for nothing', async () => {
  const { options, limits } = await listing(() => [wire('there')]);
  const rig = await openRecordsRig(options);
  const refreshing = rig.records.refresh(accountId, 0);
  rig.records.cancelRefresh(accountId);
  expect(await refreshing).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(rig.refreshes.at(-1)).toEqual({ kind: 'idle' });
  expect(limits).toEqual([]);
});

test('a list that cannot be read, or a service that is away, leaves what is kept and says why', async () => {
  let answer: 'list' | 'nonsense' | 'error' = 'list';
  const { baseUrl } = await answering((_, response) => {
    if (answer === 'list') json(response, 200, [wire('a')]);
    else if (answer === 'nonsense') response.end('x'.repeat(100_000));
    else json(response, 200, { state: 'ERROR', message: 'Closed for stocktaking' });
  });
  const connection = connectionTo(baseUrl);
  const rig = await openRecordsRig({ connection: () => connection });
  await rig.records.refresh(accountId, 0);
  for (const kind of ['nonsense', 'error'] as const) {
    answer = kind;
    expect(await rig.records.refresh(accountId, 0)).toMatchObject({ ok: false });
    expect(rig.refreshes.at(-1)).toMatchObject({ kind: 'failed' });
  }
  expect(await rig.page()).toMatchObject({ kept: 1 });
});

test('what was read a moment ago is not read again unless a person asks', async () => {
  const { options, limits } = await listing(() => [wire('a')]);
  const rig = await openRecordsRig(options);
  await rig.records.refresh(accountId, 60_000);
  await rig.records.refresh(accountId, 60_000);
  expect(limits).toHaveLength(1);
  await rig.records.refresh(accountId, 0);
  expect(limits).toHaveLength(2);
});

test('a refresh can be cancelled while the service is silent', async () => {
  let asked: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const { baseUrl } = await answering(() => asked());
  const connection = connectionTo(baseUrl);
  const rig = await openRecordsRig({ connection: () => connection });
  const refreshing = rig.records.refresh(accountId, 0);
  await arrived;
  rig.records.cancelRefresh(accountId);
  expect(await refreshing).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(rig.refreshes.at(-1)).toEqual({ kind: 'idle' });
});
