import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decisionsIn } from '../../shared/bridge/deposits.ts';
import { advance, type DepositEvent, firstAttempt } from './deposit-transitions.ts';

const at = '2026-03-01T10:00:00.000Z';
const error = { code: 'cancelled' } as const;

const event: fc.Arbitrary<DepositEvent> = fc.oneof(
  fc
    .constantFrom(
      { kind: 'registered', path: '/user/request_funds', answer: '{}' } as const,
      { kind: 'refused', again: false, error } as const,
      { kind: 'not-sent', error } as const,
      { kind: 'unknown', error } as const,
    )
    .map((outcome) => ({ type: 'answered', outcome, at }) as const),
  fc.constant({ type: 'interrupted', at } as const),
  fc
    .constantFrom('try-again' as const, 'went-through' as const, 'register-again' as const)
    .map((decision) => ({ type: 'decided', decision, at }) as const),
);

test('whatever happens, a deposit goes out once more only by a person’s word, and what is registered stays so', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let progress = firstAttempt(at);
      for (const next of events) {
        const after = advance(progress, next);
        const { kind } = progress.state;
        if (next.type === 'decided') {
          const allowed = decisionsIn[kind].some((decision) => decision === next.decision);
          expect(after === null).toBe(!allowed);
        }
        if (kind === 'registered') expect(after).toBeNull();
        if (after === null) continue;
        const begins = after.state.kind === 'registering';
        expect(begins).toBe(next.type === 'decided' && next.decision !== 'went-through');
        expect(after.attempts.length - progress.attempts.length).toBe(begins ? 1 : 0);
        // Where the service may have it, only "register again" sends: trying again is for what it cannot have.
        if (begins && kind === 'unknown') expect(next).toMatchObject({ decision: 'register-again' });
        const underWay = after.attempts.filter(({ outcome }) => outcome === 'under-way');
        expect(underWay.length).toBe(begins ? 1 : 0);
        expect(after.attempts.map(({ number }) => number)).toEqual(after.attempts.map((_, index) => index + 1));
        progress = after;
      }
    }),
  );
});

test('what may have been registered is never again said not to be, whatever a later attempt brings', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let progress = firstAttempt(at);
      let isOpen = false;
      for (const next of events) {
        const after = advance(progress, next);
        if (after === null) continue;
        const isLost = next.type === 'interrupted' || (next.type === 'answered' && next.outcome.kind === 'unknown');
        isOpen ||= isLost;
        const { kind } = after.state;
        if (isOpen) expect(['registering', 'unknown', 'registered']).toContain(kind);
        // Only the service's own yes or a person's word ends it.
        const isYes =
          (next.type === 'answered' && next.outcome.kind === 'registered') ||
          (next.type === 'decided' && next.decision === 'went-through');
        expect(kind === 'registered').toBe(isYes);
        progress = after;
      }
    }),
  );
});

const told = (...events: readonly DepositEvent[]): ReturnType<typeof firstAttempt> | null =>
  events.reduce<ReturnType<typeof firstAttempt> | null>(
    (progress, next) => (progress === null ? null : advance(progress, next)),
    firstAttempt(at),
  );
const answer = (kind: 'refused' | 'not-sent' | 'unknown'): DepositEvent => ({
  type: 'answered',
  outcome: kind === 'refused' ? { kind, again: false, error } : { kind, error },
  at,
});
const decided = (decision: 'try-again' | 'register-again'): DepositEvent => ({ type: 'decided', decision, at });

test('a deposit that stays unknown tells why its latest attempt failed, and keeps what became of each', () => {
  const after = told(answer('unknown'), decided('register-again'), answer('not-sent'));
  expect(after).toMatchObject({
    state: { kind: 'unknown', reason: { code: 'cancelled', after: 'earlier-perhaps-registered-now-not-sent' } },
    attempts: [
      { outcome: 'unknown', reason: error },
      { outcome: 'not-sent', reason: error },
    ],
  });
});
