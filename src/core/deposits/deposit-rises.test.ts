import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { accountId, closeBalancesRigs, openBalancesRig } from '../balances/balances.fixture.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { asked, behindFaults, connectionOf, ended, ethereum, seen } from './deposits.fixture.ts';

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

test('a rise that is seen while a person’s word waits for the disk does not undo that word', async () => {
  const { service, proxy, rig } = await behindFaults([{ kind: 'reset-when-whole', forwarded: true }]);
  await rig.restart({ lookAfterMs: [] });
  await rig.deposits.register(asked(700n));
  await ended(rig);
  expect(rig.deposit().state.kind).toBe('unknown');
  const other = new DatabaseSync(rig.database.location() ?? '');
  other.exec('BEGIN IMMEDIATE');
  const decided = rig.deposits.decide(rig.deposit().id, 'went-through');
  await rig.tokens.readNow(accountId, connectionOf(service, proxy.url));
  other.exec('COMMIT');
  other.close();
  expect(await decided).toMatchObject({ ok: true });
  await seen(rig);
  expect(rig.deposit()).toMatchObject({ state: { kind: 'registered' }, sight: { after: { match: 'equal' } } });
});

test('before a person’s word is taken, the balance is read now and held against the one beforehand', async () => {
  const { rig } = await behindFaults([{ kind: 'reset-when-whole', forwarded: false }]);
  await rig.restart({ lookAfterMs: [] });
  await rig.deposits.register(asked(700n));
  await ended(rig);
  const { id, sight } = rig.deposit();
  const lost = await rig.deposits.evidence(id);
  const { balance = '' } = sight.before ?? {};
  expect(lost).toMatchObject({
    ok: true,
    value: { before: { balance }, now: { balance }, trouble: null, sight: { kind: 'not-yet' } },
  });
  expect(lost.ok && lost.value.now?.at !== sight.before?.at).toBe(true);
  expect(rig.deposit().state.kind).toBe('unknown');
});

test('a balance that shows the deposit proves it, and one that cannot be read proves nothing', async () => {
  const { service, rig } = await behindFaults([{ kind: 'reset-when-whole', forwarded: true }]);
  await rig.restart({ lookAfterMs: [] });
  await rig.deposits.register(asked(700n));
  await ended(rig);
  const { id } = rig.deposit();
  expect(await rig.deposits.evidence(id)).toMatchObject({
    value: { sight: { kind: 'rose', by: '700', match: 'equal' } },
  });
  const { sight } = rig.deposit();
  await rig.restart({ connection: connectionOf(service, 'http://127.0.0.1:1') });
  expect(await rig.deposits.evidence(id)).toMatchObject({
    value: { now: null, trouble: { code: 'unreachable' }, before: sight.before },
  });
  expect(await rig.deposits.evidence(id + 1)).toMatchObject({ ok: false, error: { code: 'unknown-deposit' } });
});

test('a balance that could not be read beforehand is not replaced by an older one', async () => {
  let broken = false;
  const server = await answering(({ url }, response) => {
    if (!url.includes('get_all_tokens')) return json(response, 200, {});
    if (broken) return void response.writeHead(500).end();
    json(response, 200, [{ token_details_id: 1, user_id: 'u', token_address: ethereum, token_balance: '5' }]);
  });
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl) });
  await rig.balances.refresh(accountId);
  broken = true;
  await rig.deposits.register(asked(1n));
  await ended(rig);
  expect(rig.deposit()).toMatchObject({ state: { kind: 'registered' }, sight: { before: null } });
});
