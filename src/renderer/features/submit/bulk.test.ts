import { expect, test } from 'vitest';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { groupOf } from '../../data/window-state.ts';
import {
  actionLabels,
  askedToCancel,
  type Bulk,
  bulkOf,
  cancelAllQuestion,
  cannotTellSentence,
  checkingSentence,
  inWords,
  receiptsOf,
  removableOf,
} from './bulk.ts';
import { partsOf } from './parts.fixture.ts';

const at = '2026-05-03T10:00:00Z';
const reason = { code: 'internal' } as const;
const sending: SubmissionState = { kind: 'sending', attempt: 1 };
const checked: SubmissionState = { kind: 'unsettled', since: at, reason, check: { kind: 'checking', until: at } };
const unknown: SubmissionState = { ...checked, check: { kind: 'cannot-tell', why: 'no-records' } };
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-person' } };

function listed(...rows: readonly (SubmissionState | readonly [SubmissionState, Submission['wish']])[]) {
  const base = {
    accountId: 'practice',
    name: 'a',
    folder: null,
    size: 1,
    addedAt: at,
    cost: null,
    content: 'file',
    files: null,
    parts: null,
  } as const;
  const submissions = rows.map((row, index): Submission => {
    const [state, wish] = 'kind' in row ? [row, null] : row;
    return { ...base, id: index + 1, state, wish };
  });
  const idsIn = (group: string) => submissions.flatMap(({ id, state }) => (groupOf(state) === group ? [id] : []));
  return bulkOf(
    new Map(submissions.map((submission) => [submission.id, submission])),
    idsIn('working'),
    idsIn('needs-you'),
  );
}

test('what is being checked is paused with the others, and not cancelled', () => {
  expect(listed(checked, sending, { kind: 'waiting' }, paused)).toMatchObject({ pause: [1, 2, 3], cancel: [2, 3, 4] });
  expect(listed(checked)).toMatchObject({ pause: [1], pausable: 0, cancel: [] });
});

test('all is resumed that may yet be paused, and nothing that would be paid for again or beyond the line', () => {
  const of = { localId: 9, name: 'b', submissionId: 'x', at };
  const duplicate: SubmissionState = { kind: 'paused', why: { kind: 'duplicate', of } };
  const beyond: SubmissionState = { kind: 'paused', why: { kind: 'beyond-spending-limit' } };
  const { resume } = listed(duplicate, beyond, paused, sending, checked, unknown, [unknown, 'pause']);
  expect([...resume].sort()).toEqual([3, 4, 5, 7]);
});

test('resuming is offered as soon as something is to be paused once its answer is there', () => {
  expect(listed(sending, checked).resumable).toBe(0);
  expect(listed([sending, 'pause'], [checked, 'pause'], [unknown, 'pause'], paused).resumable).toBe(4);
});

test('a wish that has met a receipt or a refusal, and one to cancel, is none to resume', () => {
  const submitted: SubmissionState = { kind: 'submitted', submissionId: 'x', at };
  expect(listed([submitted, 'pause'], [{ kind: 'rejected', reason }, 'pause'], [sending, 'cancel']).resumable).toBe(0);
});

test('paused files are told apart by what they wait for, so that resuming all never pays for a duplicate', () => {
  const of = { localId: 9, name: 'b', submissionId: 'x', at };
  const { held } = listed(
    paused,
    { kind: 'paused', why: { kind: 'duplicate', of } },
    { kind: 'paused', why: { kind: 'beyond-spending-limit' } },
    { kind: 'waiting' },
    { kind: 'paused', why: { kind: 'since-copy' } },
    { kind: 'paused', why: { kind: 'unapproved' } },
  );
  expect(held).toEqual({
    'by-person': [1],
    duplicate: [2],
    'beyond-spending-limit': [3],
    'since-copy': [5],
    unapproved: [6],
  });
});

const now = Date.parse(at);

test('files that are checked and files that nobody knows about are counted apart, until the last check is over', () => {
  const until = (seconds: number): SubmissionState => {
    return { ...checked, check: { kind: 'checking', until: new Date(now + seconds * 1000).toISOString() } };
  };
  const { uncertain } = listed(until(60), unknown, until(120), { kind: 'waiting' });
  expect(uncertain).toEqual({ checking: 2, until: now + 120_000, cannotTell: [2] });
});

test('sixty checks are one sentence with the time of the last one, and without it when it has passed', () => {
  const files = { checking: 60, until: now + 115_000, cannotTell: [] };
  expect(checkingSentence(files, now)).toBe(
    '60 files are being checked with the service — about 2 min. Nothing is sent again until then.',
  );
  expect(checkingSentence(files, now + 115_000)).toBe(checkingSentence(files, null));
  expect(checkingSentence(files, null)).toBe(
    '60 files are being checked with the service. Nothing is sent again until the result is known.',
  );
});

test('sixty that nobody knows about are one sentence', () => {
  const files = { checking: 0, until: 0, cannotTell: Array.from({ length: 60 }, (_, at) => at) };
  expect(cannotTellSentence(files, true)).toBe(
    '60 files may have been paid for, and the service’s records can’t tell.',
  );
  expect(cannotTellSentence(files, false)).toBe(
    '60 files may have been paid for. Dropslip finds out by reading the service’s records, which needs an access token.',
  );
});

test('cleared is what was submitted and needs nobody; all that was not submitted is removed together', () => {
  const submitted: SubmissionState = { kind: 'submitted', submissionId: 'x', at };
  const delayed: SubmissionState = { kind: 'delayed', submissionId: 'x', at, reason };
  const rows = (...states: readonly SubmissionState[]) =>
    new Map(
      states.map((state, index): [number, Submission] => [
        index + 1,
        {
          id: index + 1,
          accountId: 'a',
          name: 'a',
          folder: null,
          size: 1,
          addedAt: at,
          cost: null,
          state,
          wish: null,
          content: 'file',
          files: null,
          parts: null,
        },
      ]),
    );
  const mixed = rows({ kind: 'cancelled' }, delayed, { kind: 'rejected', reason }, paused, unknown, sending, submitted);
  expect(removableOf(mixed, [...mixed.keys()])).toEqual({ clearable: [7], unsubmitted: [1, 3] });
  expect(removableOf(mixed, [2, 3])).toEqual({ clearable: [], unsubmitted: [3] });
  expect(receiptsOf(mixed, [...mixed.keys()])).toEqual(['x']);
  expect(receiptsOf(mixed, [1, 3])).toEqual([]);
});

test('of files that were searched for, nothing is done with the others', () => {
  const rows = [sending, { kind: 'waiting' }, paused, checked] as const;
  const submissions = new Map(
    rows.map((state, index): [number, Submission] => [
      index + 1,
      {
        id: index + 1,
        accountId: 'a',
        name: 'a',
        folder: null,
        size: 1,
        addedAt: at,
        cost: null,
        state,
        wish: null,
        content: 'file',
        files: null,
        parts: null,
      },
    ]),
  );
  expect(bulkOf(submissions, [1, 2, 4], [3], new Set([2, 3]))).toMatchObject({
    pause: [2],
    resume: [2, 3],
    cancel: [2, 3],
    uncertain: { checking: 0 },
  });
});

const waiting: SubmissionState = { kind: 'waiting' };
const submitted: SubmissionState = { kind: 'submitted', submissionId: 'x', at };

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

const pause = { label: 'Pause all' };
const cancel = { label: 'Cancel all' };
const clear = { label: 'Clear finished' };
const remove = { label: 'Remove unsubmitted' };

test('where all find room there is no menu', () => {
  expect(inWords([pause, cancel, clear, remove], 750)).toEqual({ shown: [pause, cancel, clear, remove], more: [] });
  expect(inWords([cancel, clear], 440)).toEqual({ shown: [cancel, clear], more: [] });
});

test('in a window of the usual size those that are wanted most are in sight', () => {
  expect(inWords([pause, cancel, clear, remove], 455)).toEqual({ shown: [pause, cancel], more: [clear, remove] });
});

test('in the smallest window stopping all is in sight', () => {
  expect(inWords([pause, cancel, clear], 332)).toEqual({ shown: [pause], more: [cancel, clear] });
});

test('where the filters count thousands, all of it is in the menu', () => {
  expect(inWords([pause, cancel], 290)).toEqual({ shown: [], more: [pause, cancel] });
});

test('nothing to be done is nothing to be shown', () => {
  expect(inWords([], 0)).toEqual({ shown: [], more: [] });
});

test('while something is searched for, each action says how many of what was found it is about', () => {
  const counts = { pause: 3, resume: 1, cancel: 2, clear: 1, remove: 1_200, save: 1 };
  expect(actionLabels(counts, true)).toEqual({
    pause: 'Pause 3 files',
    resume: 'Resume 1 file',
    cancel: 'Cancel 2 files',
    clear: 'Clear 1 finished',
    remove: 'Remove 1,200 unsubmitted',
    save: 'Save 1 receipt',
  });
  expect(actionLabels({ ...counts, save: 12 }, true).save).toBe('Save 12 receipts');
  expect(Object.values(actionLabels(counts, false))).not.toContainEqual(expect.stringMatching(/\d/));
});
