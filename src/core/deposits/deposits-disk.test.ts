import { afterEach, expect, test } from 'vitest';
import type { Notice } from '../../shared/notice.ts';
import { type BalancesRig, closeBalancesRigs, openBalancesRig } from '../balances/balances.fixture.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { asked, ended } from './deposits.fixture.ts';

/** Deposits while the disk takes nothing. */

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const [full, free] = ['PRAGMA query_only = ON', 'PRAGMA query_only = OFF'];
const registered = { state: 'SUCCESS', message: 'Registered' };

/** A service whose answers to deposits meet a full disk. */
async function rigWith(status: number, body: object) {
  const server = await answering(({ method }, response) => {
    if (method !== 'POST') return json(response, 200, []);
    rig.database.exec(full);
    json(response, status, body);
  });
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl) });
  const said = (code: Notice['code']) =>
    rig.until(() => rig.events.some((event) => event.kind === 'notice' && event.notice.code === code));
  const sent = (): number => server.received.filter(({ method }) => method === 'POST').length;
  return { rig, said, sent };
}

const onDisk = ({ database }: BalancesRig) =>
  database.prepare("SELECT json_extract(state, '$.kind') AS kind FROM deposits").get();

test.each([
  [200, registered, 'registered'],
  [400, { error: 'no' }, 'refused'],
  [500, { error: 'Database error' }, 'unknown'],
] as const)('an answer of %i is shown while the disk is full, and kept once it is not', async (status, body, kind) => {
  const { rig, said, sent } = await rigWith(status, body);
  await rig.deposits.register(asked(5n));
  await ended(rig);
  expect(rig.deposit()).toMatchObject({ state: { kind } });
  expect(onDisk(rig)).toEqual({ kind: 'registering' });
  rig.database.exec(free);
  await said('deposits-saved');
  expect(onDisk(rig)).toEqual({ kind });
  await rig.restart();
  expect(rig.deposit()).toMatchObject({ state: { kind } });
  expect(sent()).toBe(1);
});

test('nothing is decided on an answer that is not on the disk yet', async () => {
  const { rig, said, sent } = await rigWith(500, { error: 'Database error' });
  await rig.deposits.register(asked(5n));
  await ended(rig);
  const { id } = rig.deposit();
  rig.database.exec(free);
  // The disk takes writes, but the answer is only offered to it again after a while.
  expect(await rig.deposits.settle(id, true)).toMatchObject({ ok: false, error: { code: 'not-written' } });
  await said('deposits-saved');
  expect(await rig.deposits.settle(id, true)).toEqual({ ok: true, value: null });
  expect(rig.deposit().state.kind).toBe('registered');
  expect(sent()).toBe(1);
});

test('the end of the app offers the answer to the disk once more', async () => {
  const { rig, said } = await rigWith(200, registered);
  await rig.deposits.register(asked(5n));
  await ended(rig);
  await said('disk-full');
  rig.database.exec(free);
  rig.deposits.close();
  await expect.poll(() => onDisk(rig)).toEqual({ kind: 'registered' });
  await rig.restart();
  expect(rig.deposit().state.kind).toBe('registered');
});

test('what was left in the middle is shown as unknown while the disk is full, and does not keep the start waiting', async () => {
  const { baseUrl } = await answering(({ method }, response) => {
    if (method !== 'POST') json(response, 200, []);
  });
  const rig = await openBalancesRig({ connection: connectionTo(baseUrl) });
  await rig.deposits.register(asked(5n));
  rig.database.exec(full);
  rig.deposits.recover();
  expect(rig.deposit()).toMatchObject({ state: { kind: 'unknown' } });
  rig.database.exec(free);
  await expect.poll(() => onDisk(rig)).toEqual({ kind: 'unknown' });
});
