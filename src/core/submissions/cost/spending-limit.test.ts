import { afterEach, expect, test } from 'vitest';
import { accountId, agreed, closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(closeRigs);

const fee = 21_000_000_000_000n + 100n * 100_000_000n;
const content = (name: string) => ({ [name]: name.padEnd(100) });

test('under a spending limit, a file without a known price waits for approval', async () => {
  const rig = await openRig();
  await rig.submissions.changeSettings(accountId, { spendingLimit: { amount: `${100n * fee}`, token: null } });
  await rig.drop({ ...content('a'), ...content('b') });
  expect(rig.all().map(({ state }) => state)).toEqual([
    { kind: 'paused', why: { kind: 'unapproved' } },
    { kind: 'paused', why: { kind: 'unapproved' } },
  ]);
  expect(rig.submissions.costs.of(accountId).unapproved).toMatchObject({ estimate: null, isBeyondLimit: true });
  await rig.submissions.commands.approve([rig.named('a').id], false);
  await rig.until(() => rig.named('a').state.kind === 'paused');
  expect(rig.named('a').state).toEqual({ kind: 'paused', why: { kind: 'beyond-spending-limit' } });
  expect(await rig.ledger()).toHaveLength(0);
  await rig.submissions.commands.resume([rig.named('a').id], 'beyond-spending-limit');
  await rig.until(() => rig.named('a').state.kind === 'confirmed');
  expect(rig.submissions.costs.of(accountId).unapproved).toMatchObject({ isBeyondLimit: false });
});

test('a limit covers its own token: once another token pays, nothing goes without an approval', async () => {
  const rig = await openRig();
  const ofEther = { amount: `${10n ** 18n}`, token: 'ethereum' };
  await rig.drop({ a: 'content of a' });
  await rig.untilAll('confirmed');
  await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: ofEther });
  const spent = `${await rig.spent()}`;
  expect(rig.submissions.costs.of(accountId).limit).toMatchObject({
    spent: { amount: spent, token: 'ethereum', decimals: 18 },
    isOtherToken: false,
  });
  await rig.restart({ submitBy: { variant: 'access-token', token: 'usd-coin' } });
  await rig.drop({ b: 'content of b' });
  await rig.untilAll('confirmed', 'paused');
  expect(rig.named('b').state).toEqual({ kind: 'paused', why: { kind: 'unapproved' } });
  expect(rig.submissions.costs.of(accountId)).toMatchObject({
    limit: { limit: ofEther, isOtherToken: true },
    unapproved: { isBeyondLimit: true },
  });
});

test('a cancelled file that was held beyond the limit is held again on a retry', async () => {
  const rig = await openRig();
  await rig.drop(content('a'));
  await rig.untilAll('confirmed');
  await rig.submissions.changeSettings(accountId, {
    atOnce: 1,
    spendingLimit: { amount: fee.toString(), token: null },
  });
  await rig.drop({ ...content('b'), ...content('c'), ...content('d') });
  await rig.submissions.commands.approve(
    rig.all().map(({ id }) => id),
    false,
  );
  await rig.until(() => rig.named('b').state.kind === 'confirmed');
  await rig.untilAll('confirmed', 'paused');
  const held = rig.all().filter(({ state }) => state.kind === 'paused');
  await rig.submissions.commands.cancel(held.map(({ id }) => id));
  await rig.drop(content('another batch'));
  await rig.untilAll('confirmed', 'cancelled');
  expect(await rig.spent()).toBe(3n * fee);
  for (const { id } of held) {
    await rig.submissions.commands.retry([id], agreed);
    await rig.untilAll('confirmed', 'paused', 'cancelled');
  }
  expect(await rig.spent()).toBe(3n * fee);
  expect(rig.all().filter(({ state }) => state.kind === 'paused')).toHaveLength(2);
});
