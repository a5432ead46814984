import { afterEach, expect, test } from 'vitest';
import { accountId, type BalancesRig, closeBalancesRigs, openBalancesRig } from '../balances/balances.fixture.ts';
import { answering, cleanUp, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { asked } from './deposits.fixture.ts';
import { GatheredChanges } from './deposits.ts';

afterEach(async () => {
  await closeBalancesRigs();
  await cleanUp();
});

const invented = (number: number): string => `0x${number.toString(16).padStart(40, 'a')}`;

/** A service that loses every answer to a deposit, so that nobody knows what became of it. */
async function losing(): Promise<BalancesRig> {
  const server = await answering(({ url }, response) => {
    if (url.includes('request_funds')) response.destroy();
    else json(response, 200, url.includes('get_all_tokens') ? [] : {});
  });
  return openBalancesRig({ connection: connectionTo(server.baseUrl) });
}

/** Deposits that ended long ago, as the journal has them. */
function addEnded(rig: BalancesRig, count: number, state: object = { kind: 'registered', at: '', answer: '{}' }): void {
  const insert = rig.database.prepare(
    `INSERT INTO deposits (account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, sight)
     VALUES (?, ?, ?, '1', '1', '2026-03-01T10:00:00Z', ?, ?, ?)`,
  );
  const sight = { before: { balance: '0', at: '2026-03-01T10:00:00Z' }, after: { kind: 'not-yet' } };
  const attempt = { number: 1, startedAt: '', endedAt: '', outcome: 'refused', reason: null };
  for (let number = 0; number < count; number += 1) {
    const texts = [state, Array.from({ length: 100 }, () => attempt), sight].map((part) => JSON.stringify(part));
    insert.run(accountId, `draft ${JSON.stringify(state)} ${number}`, invented(number), ...texts);
  }
}

test('fifty deposits of an account may be open; one more is refused in words, and is not sent', async () => {
  const rig = await losing();
  const registered = await Promise.all(
    Array.from({ length: 70 }, (_, number) => rig.deposits.register(asked(1n, invented(number)))),
  );
  const refused = registered.flatMap((result) => (result.ok ? [] : [result.error]));
  expect(refused).toHaveLength(20);
  expect(refused[0]).toMatchObject({ code: 'too-many-open', values: { most: 50 } });
  const deposits = rig.deposits.list(accountId);
  expect(deposits).toHaveLength(50);
  await rig.until(() => rig.deposits.list(accountId).every(({ state }) => state.kind === 'unknown'));
  expect(await rig.deposits.register(asked(1n))).toMatchObject({ ok: false, error: { code: 'too-many-open' } });
  await expect.poll(() => rig.deposits.decide(deposits[0]?.id ?? 0, 'went-through')).toMatchObject({ ok: true });
  expect(await rig.deposits.register(asked(1n))).toMatchObject({ ok: true });
});

test('the window gets the newest deposits and those that are open, and is told how many more are kept', async () => {
  const rig = await losing();
  addEnded(rig, 1, { kind: 'unknown', since: '', reason: { code: 'deposit-interrupted' } });
  addEnded(rig, 700);
  const page = rig.deposits.page(accountId);
  expect(page).toMatchObject({ accountId, older: 500 });
  expect(page.deposits).toHaveLength(201);
  expect(page.deposits.at(-1)?.state.kind).toBe('unknown');
  expect(rig.deposits.list(accountId)).toHaveLength(701);
});

test('a deposit that was tried a hundred times is not tried again', async () => {
  const rig = await losing();
  addEnded(rig, 1, { kind: 'not-sent', at: '', reason: { code: 'deposit-interrupted' } });
  expect(await rig.deposits.decide(rig.deposit().id, 'try-again')).toMatchObject({
    ok: false,
    error: { code: 'too-many-attempts' },
  });
});

test('a balance that is read is held against the newest fifty that wait, with the records gone through once', async () => {
  const sums: string[] = [];
  const server = await answering(({ url }, response) => {
    const token = (_: unknown, number: number) => ({
      token_details_id: `${number}`,
      user_id: 'u',
      token_address: invented(number),
      token_balance: '2',
    });
    json(response, 200, url.includes('get_all_tokens') ? Array.from({ length: 700 }, token) : {});
  });
  const rig = await openBalancesRig({
    connection: connectionTo(server.baseUrl),
    spent: () => {
      sums.push('');
      return [];
    },
  });
  addEnded(rig, 700);
  const before = sums.length;
  await rig.balances.refresh(accountId);
  await rig.until(() => rig.deposits.list(accountId).some(({ sight }) => sight.after.kind === 'rose'));
  await expect
    .poll(() => rig.deposits.list(accountId).filter(({ sight }) => sight.after.kind === 'rose').length)
    .toBe(50);
  // Once for the deposits, and at most twice for the watch over the balances.
  expect(sums.length - before).toBeLessThanOrEqual(3);
});

test('changes of an account that come closely together are announced as two: at once, and when they are over', async () => {
  const announced: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const changes = new GatheredChanges((account) => {
    announced.push(account);
    if (announced.length === 3) resolve();
  });
  for (let count = 0; count < 1_000; count += 1) changes.add('a');
  changes.add('b');
  await promise;
  changes.close();
  changes.add('a');
  expect(announced).toEqual(['a', 'b', 'a']);
});
