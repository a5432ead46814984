import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFinished, type SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { isAllowed, type SubmissionEvent, transition } from './transitions.ts';

const reason = { code: 'internal' } as const;
const at = '2026-05-03T12:00:00.000Z';
const of = { localId: 1, name: 'a', submissionId: null, at };

const anyEvent: fc.Arbitrary<SubmissionEvent> = fc.oneof(
  ...(
    [
      { type: 'prepare' },
      { type: 'prepared' },
      { type: 'send', attempt: 1 },
      { type: 'accepted', submissionId: 'id', at },
      { type: 'refuse', reason },
      { type: 'retry-later', until: at, reason },
      { type: 'lose-answer', since: at, until: at, reason },
      { type: 'check', until: at },
      { type: 'cannot-tell', why: 'list-incomplete' },
      { type: 'interrupted' },
      { type: 'cancel' },
      { type: 'send-cancelled' },
      { type: 'send-paused' },
      { type: 'original-known', of },
      { type: 'pause', why: { kind: 'duplicate', of } },
      { type: 'pause', why: { kind: 'beyond-spending-limit' } },
      { type: 'pause', why: { kind: 'by-person' } },
      { type: 'resume' },
      { type: 'retry' },
      { type: 'not-accepted' },
      { type: 'give-up', reason },
      { type: 'confirm', at },
      { type: 'delay', reason },
      { type: 'go-on-waiting' },
      { type: 'divide' },
      { type: 'part-failed', reason },
      { type: 'parts-go-on' },
    ] satisfies SubmissionEvent[]
  ).map((event) => fc.constant<SubmissionEvent>(event)),
);

/** Returns all states that a submission passes through with these events. Refused events change nothing. */
function walk(events: readonly SubmissionEvent[]): { states: SubmissionState[]; taken: (SubmissionEvent | null)[] } {
  let state: SubmissionState = { kind: 'waiting' };
  const states: SubmissionState[] = [state];
  const taken: (SubmissionEvent | null)[] = [];
  for (const event of events) {
    const next = transition(state, event);
    taken.push(next === null ? null : event);
    state = next ?? state;
    states.push(state);
  }
  return { states, taken };
}

const anyWalk = fc.array(anyEvent, { maxLength: 60 }).map(walk);

describe('submission transitions', () => {
  test('a receipt, once there, is lost only to a person who tries a delayed one again', () => {
    fc.assert(
      fc.property(anyWalk, ({ states, taken }) => {
        for (const [index, state] of states.entries()) {
          const next = states[index + 1];
          if (next === undefined) continue;
          if (state.kind === 'submitted') {
            expect(['submitted', 'delayed', 'confirmed']).toContain(next.kind);
          }
          if (state.kind === 'confirmed') expect(next.kind).toBe('confirmed');
          if (state.kind === 'delayed' && !['submitted', 'delayed', 'confirmed'].includes(next.kind)) {
            expect(taken[index]?.type).toBe('retry');
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('an unsettled submission goes on only by a found record or by a proof that it was not accepted', () => {
    fc.assert(
      fc.property(anyWalk, ({ states, taken }) => {
        for (const [index, state] of states.entries()) {
          const next = states[index + 1];
          if (state.kind !== 'unsettled' || next === undefined || next.kind === 'unsettled') continue;
          expect(['accepted', 'not-accepted', 'give-up']).toContain(taken[index]?.type);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('nothing is sent twice without an answer, a refusal or a person in between', () => {
    fc.assert(
      fc.property(anyWalk, ({ states, taken }) => {
        for (const [index, event] of taken.entries()) {
          if (event?.type === 'send') expect(['waiting', 'retrying']).toContain(states[index]?.kind);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('isAllowed and transition agree for every state and event', () => {
    fc.assert(
      fc.property(anyWalk, anyEvent, ({ states }, event) => {
        for (const state of states) expect(transition(state, event) !== null).toBe(isAllowed(state, event.type));
      }),
    );
  });

  test('a paused submission moves on only when a person says so', () => {
    fc.assert(
      fc.property(anyWalk, ({ states, taken }) => {
        for (const [index, state] of states.entries()) {
          const next = states[index + 1];
          if (state.kind !== 'paused' || next === undefined || next.kind === 'paused') continue;
          // It may also turn out that an earlier attempt was or may have been accepted.
          expect(['resume', 'retry', 'cancel', 'accepted', 'lose-answer']).toContain(taken[index]?.type);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('nothing but a person’s wish ends as cancelled', () => {
    fc.assert(
      fc.property(anyWalk, ({ states, taken }) => {
        for (const [index, state] of states.entries()) {
          const next = states[index + 1];
          if (next?.kind !== 'cancelled' || state.kind === 'cancelled') continue;
          expect(['cancel', 'send-cancelled']).toContain(taken[index]?.type);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a finished submission is woken only by a person', () => {
    fc.assert(
      fc.property(anyWalk, ({ states, taken }) => {
        for (const [index, state] of states.entries()) {
          const next = states[index + 1];
          if (next === undefined || !isFinished(state) || isFinished(next)) continue;
          // A settled part lets the others continue.
          if (state.kind === 'cancelled' && next.kind === 'unsettled') continue;
          if (state.kind === 'incomplete') expect(['retry', 'parts-go-on']).toContain(taken[index]?.type);
          else expect(taken[index]?.type).toBe('retry');
        }
      }),
      { numRuns: 300 },
    );
  });
});
