import { afterEach, expect, test } from 'vitest';
import { cleanUp } from '../../service/scripted-server.fixture.ts';
import type { Fault } from '../sending/faulty-proxy.fixture.ts';
import { accountId, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';

/** The cost of a batch and the spending limit. */

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const named = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `content of ${name}`.padEnd(40, '.')]));

/** Submits one file, waits for its price, and sets the limit to `tenths` tenths of it. */
async function withLimitOf(rig: Rig, tenths: bigint): Promise<void> {
  await rig.drop(named('first'));
  await rig.until(() => rig.named('first').cost !== null);
  const price = BigInt(rig.named('first').cost?.amount ?? 0);
  await rig.submissions.changeSettings(accountId, {
    atOnce: 'automatic',
    spendingLimit: { amount: `${(price * tenths) / 10n}`, token: null },
  });
}

const whyPaused = (rig: Rig, name: string): string | null => {
  const { state } = rig.named(name);
  return state.kind === 'paused' ? state.why.kind : null;
};
const isDecided = (rig: Rig, ...names: readonly string[]): boolean =>
  names.every((name) => ['submitted', 'confirmed', 'paused'].includes(rig.named(name).state.kind));

test('paid files count after a restart, also while the next payer is unknown', async () => {
  let canSubmit = true;
  const rig = await openRig({ submitBy: { variant: 'access-token', token: 'ethereum' }, canSubmit: () => canSubmit });
  await withLimitOf(rig, 20n);
  // From here on, records have no price.
  await rig.restart({ connection: () => null });
  await rig.drop(named('a', 'b', 'c'));
  await rig.submissions.commands.approve(
    ['a', 'b', 'c'].map((name) => rig.named(name).id),
    false,
  );
  await rig.until(() => isDecided(rig, 'a', 'b', 'c'));
  expect(['a', 'b', 'c'].filter((name) => whyPaused(rig, name) === 'beyond-spending-limit')).toHaveLength(1);

  canSubmit = false;
  await rig.restart({ connection: () => null });
  canSubmit = true;
  rig.submissions.queue.wake();
  await rig.drop(named('d'));
  await rig.until(() => isDecided(rig, 'd'));
  expect(whyPaused(rig, 'd')).toBe('unapproved');
});

test('a late price counts in its own batch only', async () => {
  const rig = await openRig({ service: { blockTimeSeconds: 2 } });
  await withLimitOf(rig, 50n);
  await rig.drop(named('a', 'b', 'c', 'd'));
  await rig.until(() => ['a', 'b', 'c', 'd'].every((name) => rig.named(name).state.kind === 'submitted'));
  // A batch ends once its state is on the disk.
  await rig.written();
  // A duplicate that waits for the user keeps the new batch open.
  await rig.drop({ again: named('a').a ?? '' });
  await rig.until(() => isDecided(rig, 'again'));
  await rig.until(() => ['a', 'b', 'c', 'd'].every((name) => rig.named(name).state.kind === 'confirmed'));
  await rig.drop(named('e', 'f'));
  await rig.until(() => isDecided(rig, 'e', 'f'));
  expect([whyPaused(rig, 'e'), whyPaused(rig, 'f')]).toEqual([null, null]);
});

test('an attempt that the records prove absent has cost nothing', async () => {
  let fault: Fault = { kind: 'none' };
  const rig = await openRig({ nextFault: () => fault });
  await withLimitOf(rig, 15n);
  fault = { kind: 'reset-when-whole', forwarded: false };
  await rig.drop(named('a'));
  await rig.until(() => rig.named('a').state.kind === 'unsettled');
  fault = { kind: 'none' };
  await rig.until(() => isDecided(rig, 'a'));
  expect(whyPaused(rig, 'a')).toBe(null);
});
