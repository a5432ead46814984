import { describe, expect, test } from 'vitest';
import type {
  PauseReason,
  SubmissionState,
  SubmissionStateKind,
} from '../../../shared/submissions/submission-state.ts';
import { isAllowed, type SubmissionEvent, type SubmissionEventType, transition } from './transitions.ts';

const reason = { code: 'internal' } as const;
const at = '2026-05-03T12:00:00.000Z';
const of = { localId: 1, name: 'a', submissionId: null, at };

const events = [
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
  { type: 'pause', why: { kind: 'by-user' } },
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
] satisfies SubmissionEvent[];

const states: readonly SubmissionState[] = [
  { kind: 'waiting' },
  { kind: 'preparing' },
  { kind: 'sending', attempt: 1 },
  { kind: 'retrying', until: at, reason },
  { kind: 'paused', why: { kind: 'duplicate', of } },
  { kind: 'cancelled' },
  { kind: 'rejected', reason },
  { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } },
  { kind: 'submitted', submissionId: 'id', at },
  { kind: 'confirmed', submissionId: 'id', at },
  { kind: 'delayed', submissionId: 'id', at, reason },
  { kind: 'in-parts' },
  { kind: 'incomplete', reason },
];

describe('submission transitions', () => {
  const moves: { readonly [Kind in SubmissionStateKind]: Partial<Record<SubmissionEventType, SubmissionStateKind>> } = {
    waiting: {
      prepare: 'preparing',
      send: 'sending',
      accepted: 'submitted',
      refuse: 'rejected',
      'retry-later': 'retrying',
      'lose-answer': 'unsettled',
      cancel: 'cancelled',
      pause: 'paused',
      divide: 'in-parts',
    },
    preparing: {
      prepared: 'waiting',
      accepted: 'submitted',
      refuse: 'rejected',
      'retry-later': 'retrying',
      interrupted: 'waiting',
      cancel: 'cancelled',
      pause: 'paused',
    },
    sending: {
      accepted: 'submitted',
      refuse: 'rejected',
      'retry-later': 'retrying',
      'lose-answer': 'unsettled',
      interrupted: 'waiting',
      'send-cancelled': 'cancelled',
      'send-paused': 'paused',
    },
    retrying: {
      prepare: 'preparing',
      send: 'sending',
      accepted: 'submitted',
      refuse: 'rejected',
      'lose-answer': 'unsettled',
      cancel: 'cancelled',
      pause: 'paused',
      retry: 'waiting',
      divide: 'in-parts',
    },
    paused: {
      accepted: 'submitted',
      'lose-answer': 'unsettled',
      cancel: 'cancelled',
      'original-known': 'paused',
      resume: 'waiting',
    },
    cancelled: { accepted: 'submitted', 'lose-answer': 'unsettled', retry: 'waiting' },
    rejected: { retry: 'waiting' },
    // Only a found record, a proof or the user leads out of `unsettled`.
    unsettled: {
      accepted: 'submitted',
      check: 'unsettled',
      'cannot-tell': 'unsettled',
      'not-accepted': 'waiting',
      'give-up': 'rejected',
    },
    // A submission with a receipt is sent again only if the user retries a delayed one.
    submitted: { confirm: 'confirmed', delay: 'delayed' },
    delayed: { confirm: 'confirmed', delay: 'delayed', 'go-on-waiting': 'submitted', retry: 'waiting' },
    confirmed: {},
    'in-parts': {
      accepted: 'submitted',
      refuse: 'rejected',
      interrupted: 'waiting',
      cancel: 'cancelled',
      pause: 'paused',
      'part-failed': 'incomplete',
    },
    incomplete: { accepted: 'submitted', retry: 'waiting', 'parts-go-on': 'waiting' },
  };

  test.each(states)('$kind moves only as listed', (state) => {
    const moved = events.flatMap((event) => {
      const next = transition(state, event);
      return next === null ? [] : [[event.type, next.kind]];
    });
    expect(Object.fromEntries(moved)).toEqual(moves[state.kind]);
  });

  test('isAllowed and transition agree for every state and event', () => {
    for (const state of states) {
      for (const event of events) expect(isAllowed(state, event.type)).toBe(transition(state, event) !== null);
    }
  });

  test('a receipt keeps its id and time', () => {
    const submitted = transition({ kind: 'sending', attempt: 1 }, { type: 'accepted', submissionId: 'id', at });
    expect(submitted).toEqual({ kind: 'submitted', submissionId: 'id', at });
    const delayed = submitted && transition(submitted, { type: 'delay', reason });
    expect(delayed).toEqual({ kind: 'delayed', submissionId: 'id', at, reason });
    expect(delayed && transition(delayed, { type: 'go-on-waiting' })).toEqual(submitted);
    const other = { dataHash: '0x00', of: 'unknown' } as const;
    const confirmed = { kind: 'confirmed', submissionId: 'id', at };
    expect(delayed && transition(delayed, { type: 'confirm', at })).toEqual(confirmed);
    expect(delayed && transition(delayed, { type: 'confirm', at, other })).toEqual({ ...confirmed, other });
  });

  test('only a duplicate learns that its original has a receipt', () => {
    const original = { ...of, submissionId: 'id' };
    const learned = (why: PauseReason) => transition({ kind: 'paused', why }, { type: 'original-known', of: original });
    expect(learned({ kind: 'duplicate', of })).toEqual({ kind: 'paused', why: { kind: 'duplicate', of: original } });
    expect(learned({ kind: 'unapproved' })).toEqual({ kind: 'paused', why: { kind: 'unapproved' } });
  });
});
