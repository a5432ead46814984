import { expect, test } from 'vitest';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { bulkOf, cancelQuestion } from './bulk.ts';
import { partsOf } from './parts.fixture.ts';

const at = '2026-05-03T10:00:00Z';
const reason = { code: 'internal' } as const;
const waiting: SubmissionState = { kind: 'waiting' };
const sending: SubmissionState = { kind: 'sending', attempt: 1 };
const checked: SubmissionState = { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } };
const unknown: SubmissionState = { ...checked, check: { kind: 'cannot-tell', why: 'no-records' } };
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-user' } };
const submitted: SubmissionState = { kind: 'submitted', submissionId: 'x', at };
const of = { localId: 9, name: 'b', submissionId: 'x', at };
const duplicate: SubmissionState = { kind: 'paused', why: { kind: 'duplicate', of } };
const beyond: SubmissionState = { kind: 'paused', why: { kind: 'beyond-spending-limit' } };

type Row = Partial<Submission> & Pick<Submission, 'state'>;

function listOf(...rows: readonly (SubmissionState | Row)[]): ReadonlyMap<number, Submission> {
  return new Map(
    rows.map((row, index): [number, Submission] => [
      index + 1,
      {
        ...{ id: index + 1, accountId: 'practice', name: 'March.pdf', folder: null, size: 1, addedAt: at, cost: null },
        ...{ wish: null, content: 'file', files: null, parts: null },
        ...('kind' in row ? { state: row } : row),
      },
    ]),
  );
}

function bulk(...rows: readonly (SubmissionState | Row)[]) {
  const list = listOf(...rows);
  return bulkOf(list, [...list.keys()]);
}

test('what is being checked is paused with the others, and not cancelled', () => {
  expect(bulk(checked, sending, waiting, paused)).toMatchObject({ pause: [1, 2, 3], cancel: [2, 3, 4] });
  expect(bulk(checked)).toMatchObject({ pause: [1], isSending: false, cancel: [] });
});

test('all that may yet be paused is resumed, and nothing that waits for a decision', () => {
  const { resume } = bulk(duplicate, beyond, paused, sending, checked, unknown, { state: unknown, wish: 'pause' });
  expect([...resume].sort()).toEqual([3, 4, 5, 7]);
});

test('resuming is offered as soon as something is to be paused once its answer is there', () => {
  expect(bulk(sending, checked).resumable).toBe(0);
  const wish = 'pause';
  expect(bulk({ state: sending, wish }, { state: checked, wish }, { state: unknown, wish }, paused).resumable).toBe(4);
  expect(bulk({ state: submitted, wish }, { state: sending, wish: 'cancel' }).resumable).toBe(0);
});

test('paused files are grouped by the decision that they wait for', () => {
  const sinceCopy: SubmissionState = { kind: 'paused', why: { kind: 'since-copy' } };
  const unapproved: SubmissionState = { kind: 'paused', why: { kind: 'unapproved' } };
  expect(bulk(paused, duplicate, beyond, waiting, sinceCopy, unapproved).held).toEqual({
    'by-user': [1],
    duplicate: [2],
    'beyond-spending-limit': [3],
    'since-copy': [5],
    unapproved: [6],
  });
});

test('a file that waits for another desk needs no decision, and is cancelled with the others', () => {
  const why = { kind: 'duplicate', of: { ...of, localId: 0, submissionId: null, desk: 'Front office' } } as const;
  const { held, cancel, resume } = bulk({ kind: 'paused', why }, duplicate, waiting);
  expect(held.duplicate).toEqual([2]);
  expect([...cancel].sort()).toEqual([1, 3]);
  expect(resume).toEqual([3]);
});

test('clearing takes what was submitted and needs nobody, removing what never was', () => {
  const delayed: SubmissionState = { kind: 'delayed', submissionId: 'y', at, reason };
  const inPart = { state: { kind: 'cancelled' }, parts: partsOf({ confirmed: 1, toGo: 2 }) } as const;
  const mixed = bulk({ kind: 'cancelled' }, delayed, { kind: 'rejected', reason }, unknown, submitted, inPart);
  expect(mixed).toMatchObject({ clear: [5], remove: [1, 3], receipts: ['y', 'x'], cannotTell: [4] });
});

test('nothing is done with files that a search has not found', () => {
  const list = listOf(sending, waiting, paused, checked, submitted);
  expect(bulkOf(list, [2, 3])).toMatchObject({ pause: [2], cancel: [2, 3], isChecking: false, receipts: [] });
});

const question = (...rows: readonly (SubmissionState | Row)[]) =>
  cancelQuestion(bulk(...rows), listOf(...rows), () => undefined);

test('a single file is cancelled by its name, several by their number', () => {
  expect(question(sending)).toMatchObject({ title: 'Cancel “March.pdf”?', yes: 'Cancel file', no: 'Keep sending' });
  expect(question(sending, paused)).toMatchObject({ title: 'Cancel 2 files?', yes: 'Cancel files' });
});

test('the question says that files being checked are left out, and that submitted parts stay', () => {
  const inParts = { state: { kind: 'in-parts' }, parts: partsOf({ confirmed: 3, toGo: 9 }) } as const;
  expect(question(sending).text).not.toMatch(/checked|Parts/);
  expect(question(sending, checked).text).toContain('being checked are left out');
  expect(question(inParts).text).toContain('Parts already submitted were paid for');
});
