import { expect, test } from 'vitest';
import type { SubmissionState } from '../../../../shared/submissions/submission-state.ts';
import { partsOf } from '../list/parts.fixture.ts';
import { partsExplanation } from './parts-explanation.ts';

const reason = { code: 'internal' } as const;
const some = partsOf({ confirmed: 3, toGo: 9 });
const none = partsOf({ toGo: 12 });
const stopped: SubmissionState[] = [{ kind: 'cancelled' }, { kind: 'rejected', reason }];

test('stopped with parts at the service, it is never said that nothing was spent', () => {
  for (const state of stopped) {
    expect(partsExplanation({ state, parts: some, content: 'file' }, true)).toContain('You paid for the parts');
    expect(partsExplanation({ state, parts: none, content: 'file' }, true)).toBeNull();
  }
});

test('a part whose record names other content is named, with what to do', () => {
  const part = { number: 3, kind: 'slice' } as const;
  const confirmed = { kind: 'confirmed', submissionId: 's', at: '' } as const;
  const other: SubmissionState = { ...confirmed, other: { dataHash: '0x00', of: 'unknown', part } };
  expect(partsExplanation({ state: other, parts: some, content: 'file' }, true)).toMatch(
    /^The service’s record of part 3 has a different hash .*Download the file to check/,
  );
  expect(partsExplanation({ state: confirmed, parts: some, content: 'file' }, true)).toMatch(/download the whole file/);
});

test('what is wrong with a part that nobody knows about is said with where to answer', () => {
  const trouble = { number: 4, kind: 'slice', status: 'notKnown' } as const;
  const state: SubmissionState = { kind: 'incomplete', reason };
  const words = (parts: typeof some) => partsExplanation({ state, parts, content: 'folder' }, true);
  expect(words({ ...some, trouble })).toMatch(/part of this folder.*paying twice.*at the part below/);
  expect(words(some)).toMatch(/send only the rest/);
});

test('without an access token no file in parts is promised a block', () => {
  const submitted: SubmissionState = { kind: 'submitted', submissionId: 's', at: '' };
  const words = (readsRecords: boolean) =>
    partsExplanation({ state: submitted, parts: some, content: 'file' }, readsRecords);
  expect(words(false)).toMatch(/Add an access token/);
  expect(words(true)).toMatch(/confirmed in a block soon/);
});
