import { expect, test } from 'vitest';
import type { Submission } from '../../../../shared/bridge/submissions.ts';
import type { SubmissionState } from '../../../../shared/submissions/submission-state.ts';
import { groupOf } from '../../../data/window-state.ts';
import { partsOf } from '../list/parts.fixture.ts';
import { type Bulk, bulkOf } from './bulk.ts';
import { askedToCancel, cancelAllQuestion } from './cancel-all-words.ts';

const at = '2026-05-03T10:00:00Z';
const reason = { code: 'internal' } as const;
const sending: SubmissionState = { kind: 'sending', attempt: 1 };
const waiting: SubmissionState = { kind: 'waiting' };
const submitted: SubmissionState = { kind: 'submitted', submissionId: 'x', at };
const checked: SubmissionState = { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } };
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-person' } };

function bulk(
  states: readonly SubmissionState[],
  among: ReadonlySet<number> | null = null,
  parts: Submission['parts'] = null,
): Bulk {
  const base = {
    accountId: 'practice',
    name: 'a',
    folder: null,
    size: 1,
    addedAt: at,
    cost: null,
    wish: null,
    content: 'file',
    parts,
    files: null,
  } as const;
  const submissions = states.map((state, index): Submission => ({ ...base, id: index + 1, state }));
  const idsIn = (group: string) => submissions.flatMap(({ id, state }) => (groupOf(state) === group ? [id] : []));
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  return bulkOf(byId, idsIn('working'), idsIn('needs-you'), among);
}

const asks = (of: Bulk, isSending = false) =>
  cancelAllQuestion(of, { isSending, nameOf: () => 'March.pdf' }, () => undefined);

test('the question counts what can still be cancelled of what was asked about, and goes with the last of it', () => {
  const asked = askedToCancel(bulk([sending, waiting, waiting, paused, submitted]));
  expect(asks(bulk([sending, waiting, waiting, paused, submitted], asked))?.title).toBe('Cancel 4 files?');
  // The seventh was added while it was asked.
  expect(asks(bulk([submitted, sending, waiting, paused, submitted, submitted, waiting], asked))?.title).toBe(
    'Cancel 3 files?',
  );
  expect(asks(bulk([submitted, checked, submitted, submitted, submitted, submitted, waiting], asked))).toBeNull();
});

test('it says that sending goes on where it does', () => {
  expect(asks(bulk([sending, waiting]), true)?.text).toMatch(/^Sending continues until you answer\. /);
  expect(asks(bulk([sending, waiting]), false)?.text).not.toContain('goes on');
  expect(asks(bulk([paused, paused]), true)?.text).not.toContain('goes on');
});

test('who stops everything is told what is left out because it is being checked', () => {
  const text = (...rows: readonly SubmissionState[]) => asks(bulk([sending, sending, ...rows]))?.text;
  expect(text()).not.toContain('checked');
  expect(text(checked)).toMatch(/ 1 file that is being checked is left out\.$/);
  expect(text(checked, checked, checked)).toMatch(/ 3 files that are being checked are left out\.$/);
});

test('cancelling is asked and answered with one word, and one file alone by its name', () => {
  expect(asks(bulk([sending]))).toMatchObject({ title: 'Cancel “March.pdf”?', yes: 'Cancel file', no: 'Keep sending' });
  expect(asks(bulk([sending, paused, sending]))).toMatchObject({ title: 'Cancel 3 files?', yes: 'Cancel files' });
});

test('what is there of files in parts stays and was paid for, which is said before they are cancelled', () => {
  const some = partsOf({ confirmed: 3, toGo: 9 });
  const inParts: SubmissionState = { kind: 'in-parts' };
  expect(asks(bulk([inParts], null, some))?.text).toMatch(
    /The parts already submitted were paid for and stay with the service\.$/,
  );
  expect(asks(bulk([inParts, inParts], null, some))?.text).toMatch(/2 files of them have parts already submitted/);
  expect(asks(bulk([inParts], null, partsOf({ sending: 3, toGo: 9 })))?.text).not.toContain('paid');
});
