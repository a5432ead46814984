import { afterEach, describe, expect, test } from 'vitest';
import { accountId, closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(closeRigs);

describe('money before it is spent', () => {
  test('the same bytes twice in one drop are sent once, and the second file is held', async () => {
    const rig = await openRig();
    await rig.drop({ first: 'same', second: 'same', other: 'other' });
    await rig.until(
      () => rig.named('first').state.kind === 'confirmed' && rig.named('other').state.kind === 'confirmed',
    );
    const { state } = rig.named('second');
    expect(state).toMatchObject({ kind: 'paused', why: { kind: 'duplicate', of: { name: 'first' } } });
    await rig.until(() => {
      const held = rig.named('second').state;
      return held.kind === 'paused' && held.why.kind === 'duplicate' && held.why.of.submissionId !== null;
    });
    expect(await rig.ledger()).toHaveLength(2);
    await rig.submissions.commands.resume([rig.named('second').id], 'duplicate');
    await rig.untilAll('confirmed', 'submitted');
    expect(await rig.ledger()).toHaveLength(3);
  });

  test('bytes submitted before are a duplicate, also if their row was removed', async () => {
    const rig = await openRig();
    await rig.drop({ before: 'known bytes' });
    await rig.untilAll('confirmed');
    await rig.submissions.clearFinished(accountId);
    await rig.restart();
    await rig.drop({ after: 'known bytes' });
    await rig.untilAll('paused');
    expect(rig.named('after').state).toMatchObject({
      why: { kind: 'duplicate', of: { name: 'before', submissionId: expect.any(String) } },
    });
  });

  test('an estimate uses earlier payments and says if the balance covers it', async () => {
    const rig = await openRig();
    await rig.drop({ a: 'x'.repeat(10), b: 'y'.repeat(1000) });
    await rig.untilAll('confirmed');
    await rig.submissions.changeSettings(accountId, {
      atOnce: 'automatic',
      spendingLimit: { amount: '0', token: null },
    });
    await rig.drop({ c: 'z'.repeat(500), d: 'w'.repeat(700) });
    await rig.until(() => ['c', 'd'].every((name) => rig.named(name).state.kind === 'paused'));
    expect(rig.submissions.costs.of(accountId).unapproved?.estimate).toMatchObject({
      cost: { amount: (2n * 21_000_000_000_000n + 1200n * 100_000_000n).toString(), token: 'ethereum', decimals: 18 },
      covered: true,
    });
  });

  test('nothing goes beyond a spending limit until the user approves it', async () => {
    const rig = await openRig();
    const fee = 21_000_000_000_000n + 100n * 100_000_000n;
    await rig.drop({ first: 'f'.repeat(100) });
    await rig.untilAll('confirmed');
    await rig.submissions.changeSettings(accountId, {
      atOnce: 'automatic',
      spendingLimit: { amount: (3n * fee).toString(), token: null },
    });
    const eight = Array.from({ length: 8 }, (_, index) => [`${index}`, `${index}`.padEnd(100)]);
    await rig.drop(Object.fromEntries(eight));
    await rig.submissions.commands.approve(
      rig.all().map(({ id }) => id),
      false,
    );
    await rig.until(
      () =>
        rig.all().filter(({ state }) => state.kind === 'paused').length === 5 &&
        rig.all().filter(({ state }) => state.kind === 'confirmed').length === 4,
    );
    expect(await rig.spent()).toBe(4n * fee);
    await rig.restart();
    await rig.drop({ late: 'l'.repeat(100) });
    await rig.until(() => rig.named('late').state.kind === 'paused');
    const held = rig.all().filter(({ state }) => state.kind === 'paused');
    await rig.submissions.commands.resume(
      held.slice(0, 2).map(({ id }) => id),
      'beyond-spending-limit',
    );
    await rig.until(() => rig.all().filter(({ state }) => state.kind === 'confirmed').length === 6);
    expect(await rig.spent()).toBe(6n * fee);
  });
});
