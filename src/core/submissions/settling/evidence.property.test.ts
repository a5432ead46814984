import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyWorld, DAY_MS, misdated, type Submission, see, type World } from './any-service.fixture.ts';

/** Without the record, which has other times. */
const verdictOnly = (verdict: ReturnType<typeof see>['verdict']) =>
  verdict.kind === 'found' ? { kind: verdict.kind, id: verdict.record.id } : verdict;

/** `EVIDENCE_RUNS=100000 vitest run src/core/submissions/settling/evidence.property.test.ts` looks further. */
const runs = { numRuns: Number(process.env.EVIDENCE_RUNS ?? 300) };

test('a submission that the list shows is never absent', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const { verdict, isListed } = see(world);
      fc.pre(isListed);
      expect(verdict.kind).not.toBe('absent');
    }),
    runs,
  );
});

test('a list that leaves out a receipt never makes a submission absent', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const { verdict, isListed, gapsShow } = see(world);
      fc.pre(!isListed && gapsShow);
      expect(verdict.kind).not.toBe('absent');
    }),
    runs,
  );
});

test('a found record is always that of this file', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const { verdict } = see(world);
      if (verdict.kind === 'found') expect(verdict.record.id).toBe('own');
    }),
    runs,
  );
});

test('no clock changes a verdict', () => {
  const times = fc.array(
    fc.record({ gapMs: fc.integer({ min: 0, max: 400 * DAY_MS }), misdated, dated: fc.boolean() }),
    {
      minLength: 30,
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(anyWorld, times, fc.integer(), (world, others, clock) => {
      const timed = (all: readonly Submission[], from: number): Submission[] =>
        all.map((one, index) => ({ ...one, ...others[from + index] }));
      const place = world.before.length;
      const sameAtOtherTimes: World = {
        ...world,
        clock: clock % (1_000 * DAY_MS),
        before: timed(world.before, 0),
        own: { ...world.own, ...others[place] },
        after: timed(world.after, place + 1),
      };
      const [one, other] = [see(world).verdict, see(sameAtOtherTimes).verdict];
      expect(verdictOnly(other)).toEqual(verdictOnly(one));
    }),
    runs,
  );
});
