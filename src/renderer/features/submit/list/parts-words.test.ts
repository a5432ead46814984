import { expect, test } from 'vitest';
import type { PartsProgress } from '../../../../shared/submissions/parts.ts';
import type { SubmissionState } from '../../../../shared/submissions/submission-state.ts';
import { partsOf } from './parts.fixture.ts';
import { stateWords } from './state-words.ts';

const at = '2026-01-12T10:00:00Z';
const inParts: SubmissionState = { kind: 'in-parts' };
const said = { code: 'rejected', values: { why: 'refused', said: 'No more today' } } as const;
const incomplete: SubmissionState = { kind: 'incomplete', reason: said };

const told = (state: SubmissionState, parts: PartsProgress) =>
  stateWords(state, { progress: null, now: Date.parse(at), parts });

test('a file whose parts are sent says which comes next, and how many there are by now while none is under way', () => {
  expect(told(inParts, partsOf({ confirmed: 2, sending: 3, toGo: 7 })).label).toBe('Sending part 3 of 12');
  expect(told(inParts, partsOf({ submitted: 1, confirmed: 6, toGo: 5 })).label).toBe('In 12 parts, 7 submitted');
  expect(told(inParts, partsOf({ toGo: 1_048_577, sending: 1 })).label).toBe('Sending part 1 of 1,048,578');
});

test('a part that is checked is told of beside what is sent, and in its place once nothing else is left', () => {
  const trouble = { number: 4, kind: 'slice', status: 'checking' } as const;
  const others = told(inParts, partsOf({ confirmed: 3, checking: 1, sending: 2, toGo: 6 }, trouble));
  expect(others).toMatchObject({ label: 'Sending part 4 of 12', hint: 'Part 4 is being checked with the service.' });
  const alone = told(inParts, partsOf({ confirmed: 11, checking: 1 }, trouble));
  expect(alone.label).toBe('Checking part 4');
  const manifest = told(inParts, partsOf({ confirmed: 11, checking: 1 }, { ...trouble, number: 12, kind: 'manifest' }));
  expect(manifest.label).toBe('Checking the manifest');
});

test('an incomplete file says how much is there, which part is missing, and why', () => {
  const refused = partsOf({ confirmed: 3, rejected: 1, toGo: 8 }, { number: 4, kind: 'slice', status: 'rejected' });
  expect(told(incomplete, refused)).toEqual({
    label: 'Incomplete: 3 of 12 parts submitted',
    hint: 'Part 4 was not submitted: the service refused this. It said: “No more today”',
    tone: 'bad',
  });
  const inDoubt = partsOf({ confirmed: 3, notKnown: 1, toGo: 8 }, { number: 4, kind: 'slice', status: 'notKnown' });
  expect(told(incomplete, inDoubt)).toMatchObject({
    hint: 'Part 4 may have been accepted.',
    tone: 'warn',
  });
});

test('before it starts it says in how many parts it goes, and what that costs', () => {
  const parts = { ...partsOf({ toGo: 6 }), estimate: { cost: { amount: '1200000', token: 'practice', decimals: 6 } } };
  expect(told({ kind: 'waiting' }, parts).hint).toBe('Sent in 6 parts, about 1.2 practice in all.');
  expect(told({ kind: 'waiting' }, partsOf({ toGo: 6 })).hint).toBe('Sent in 6 parts.');
});

test('what is there is said wherever the file rests', () => {
  const parts = partsOf({ confirmed: 1, toGo: 5 });
  expect(told({ kind: 'paused', why: { kind: 'by-person' } }, parts).hint).toBe(
    '1 of 6 parts is with the service. The rest waits.',
  );
  expect(told({ kind: 'cancelled' }, parts).hint).toBe('1 of 6 parts is with the service, and paid for.');
  expect(told({ kind: 'cancelled' }, partsOf({ toGo: 6 })).hint).toBeNull();
  expect(told({ kind: 'rejected', reason: said }, parts).hint).toMatch(
    /refused this.* 1 of 6 parts is with the service/,
  );
});

test('of parts that are with a service that was left the row says where they are, and what can be done', () => {
  const parts = partsOf({ confirmed: 3, rejected: 1 }, { number: 4, kind: 'slice', status: 'rejected' });
  const state: SubmissionState = {
    kind: 'incomplete',
    reason: { code: 'parts-elsewhere', values: { address: 'https://old.example' } },
  };
  expect(told(state, parts).hint).toMatch(/^Its parts are with https:\/\/old\.example, .* or start over/);
});

test('what is wrong with the whole file is not put down to one of its parts', () => {
  const parts = partsOf({ confirmed: 3, rejected: 1 }, { number: 4, kind: 'slice', status: 'rejected' });
  expect(told({ kind: 'incomplete', reason: { code: 'file-changed' } }, parts).hint).toMatch(/^The file was changed/);
});
