import { afterEach, expect, test } from 'vitest';
import { closeBalancesRigs, openBalancesRig } from '../balances/balances.fixture.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { distrustDeposits } from './deposit-store.ts';
import { asked, balanceOf, connectionOf, ended, ethereum, serve } from './deposits.fixture.ts';

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const restoredAt = '2026-05-04T12:00:00.000Z';

test('a deposit that was not sent in a copy may have been registered since: only a person’s word registers it again', async () => {
  const service = await serve();
  const rig = await openBalancesRig({ connection: { ...connectionOf(service), baseUrl: 'http://127.0.0.1:9' } });
  const before = await balanceOf(service, ethereum);
  await rig.deposits.register(asked(1000n));
  await ended(rig);
  expect(rig.deposit().state.kind).toBe('not-sent');
  distrustDeposits(rig.database, restoredAt);
  await rig.restart({ connection: connectionOf(service) });
  expect(rig.deposit()).toMatchObject({
    state: { kind: 'unknown', since: restoredAt, reason: { code: 'deposit-restored' } },
    attempts: [
      { outcome: 'not-sent' },
      {
        number: 2,
        startedAt: rig.deposit().createdAt,
        endedAt: restoredAt,
        outcome: 'interrupted',
        reason: { code: 'deposit-restored' },
      },
    ],
  });
  const { id } = rig.deposit();
  expect(await rig.deposits.decide(id, 'try-again')).toMatchObject({ ok: false });
  expect(await balanceOf(service, ethereum)).toBe(before);
});

test('a deposit that was refused in a copy may have been taken since', async () => {
  const server = await answering(({ method }, response) =>
    method === 'POST' ? json(response, 400, { error: 'no' }) : json(response, 200, []),
  );
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl) });
  await rig.deposits.register(asked(5n));
  await ended(rig);
  expect(rig.deposit().state.kind).toBe('refused');
  distrustDeposits(rig.database, restoredAt);
  expect(rig.deposit().state.kind).toBe('unknown');
});

test('a deposit that was registered in a copy stays registered', async () => {
  const rig = await openBalancesRig({ connection: connectionOf(await serve()) });
  await rig.deposits.register(asked(5n));
  await ended(rig);
  distrustDeposits(rig.database, restoredAt);
  expect(rig.deposit().state.kind).toBe('registered');
});
