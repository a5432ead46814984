import { describe, expect, test } from 'vitest';
import { runBatch } from './batch.ts';
import { type BatchPlan, batchPlan, phases } from './batch-plan.ts';
import { faultKinds } from './submission-faults.ts';

/**
 * A short soak: `npm run soak` is the same with a thousand kills, and with the whole app among what is killed. Every habit
 * of a service that the soak knows is met by one of these batches.
 */
const SEED = 1775;
const KILLS = 3;
const plans: readonly BatchPlan[] = Array.from({ length: 4 }, (_, index) => batchPlan(SEED, index + 1, 'core', KILLS));

describe.concurrent('a batch of files whose sender is killed again and again, before a service that misbehaves', () => {
  test.for(plans)(
    'is paid for once and called what it is (batch $number)',
    { timeout: 400_000 },
    async (plan, context) => {
      const { kills, faults, violations } = await runBatch(plan, null, context.signal);
      context.expect({ plan: plan.conditions, violations }).toEqual({ plan: plan.conditions, violations: [] });
      context.expect(kills).toEqual(plan.kills);
      // By a kill while it settles, all files but one were sent, and many of them met a fault.
      const settles = kills.some(({ phase }) => phase === 'settling');
      const met = Object.keys(faults).filter((fault) => fault in faultKinds);
      context.expect(met.length).toBeGreaterThanOrEqual(settles ? 1 : 0);
    },
  );
});

test('the kills fall into every stretch of a batch’s life, and the services have all their habits', () => {
  const kills = plans.flatMap((plan) => plan.kills);
  const conditions = plans.map((plan) => plan.conditions);
  for (const phase of phases) expect(kills.filter((kill) => kill.phase === phase).length, phase).toBeGreaterThan(1);
  const hashes = new Set(conditions.map((of) => of.hashes.kind));
  expect([...hashes].sort()).toEqual(['as before', 'encrypted', 'missing', 'other kind']);
  expect(new Set(conditions.map((of) => of.dialect)).size).toBe(3);
  expect(new Set(conditions.map((of) => of.submitBy)).size).toBe(2);
  for (const habit of ['shuffled', 'twice', 'gaps', 'late', 'cap'] as const) {
    expect(
      conditions.some((of) => of.lists[habit]),
      habit,
    ).toBe(true);
  }
  expect(conditions.some((of) => of.serviceKilledAt !== null)).toBe(true);
  expect(conditions.some((of) => of.errorsFirst)).toBe(true);
});
