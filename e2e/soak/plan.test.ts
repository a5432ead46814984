import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchPlan, phases, processKinds, soakPlan } from './batch-plan.ts';
import { faultKinds, submissionFault } from './submission-faults.ts';

test('the same seed plans the same kills and conditions, another one others', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (seed) => {
      expect(soakPlan(seed, 40, 10, 5)).toEqual(soakPlan(seed, 40, 10, 5));
      expect(batchPlan(seed, 1, 'core', 4)).not.toEqual(batchPlan(seed + 1, 1, 'core', 4));
      expect(batchPlan(seed, 1, 'core', 4).seed).not.toBe(batchPlan(seed, 2, 'core', 4).seed);
    }),
    { numRuns: 20 },
  );
});

test('a plan has as many kills as were asked for, of each kind', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat({ max: 100 }), (kills, percent) => {
      const app = Math.ceil((kills * percent) / 100);
      const command = Math.min(kills - app, 3);
      const plan = soakPlan(1, kills, app, command);
      const count = (kind: string): number =>
        plan.filter((batch) => batch.kind === kind).reduce((sum, batch) => sum + batch.kills.length, 0);
      expect(processKinds.map(count)).toEqual([kills - app - command, app, command]);
    }),
    { numRuns: 30 },
  );
});

test('every stretch of a batch’s life is about as likely to see a kill', () => {
  const kills = soakPlan(1, 1000, 200, 0).flatMap((batch) => batch.kills);
  for (const phase of phases) expect(kills.filter((kill) => kill.phase === phase).length, phase).toBeGreaterThan(150);
});

test('what a submission meets depends on its file and its attempt, not on who came before; the third try meets nothing', () => {
  const met = (seed: number, file: number, attempt: number) => submissionFault(seed, `file ${file}`, attempt, 0.5);
  const files = Array.from({ length: 400 }, (_, file) => file);
  const once = files.map((file) => met(3, file, 1));
  expect(files.toReversed().map((file) => met(3, file, 1))).toEqual(once.toReversed());
  expect(new Set(once.flatMap((fault) => (fault === null ? [] : [fault.kind])))).toEqual(
    new Set(Object.keys(faultKinds)),
  );
  expect(files.some((file) => met(3, file, 2) !== null)).toBe(true);
  expect(files.every((file) => met(3, file, 3) === null)).toBe(true);
});
