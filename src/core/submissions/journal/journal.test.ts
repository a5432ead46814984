import { afterEach, expect, test } from 'vitest';
import { GroupCommit } from '../../storage/index.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';
import { Journal } from './journal.ts';
import { LeftBehind } from './left-behind.ts';
import type { StoredSubmission } from './submission.ts';
import { SubmissionQueries } from './submission-queries.ts';

afterEach(closeRigs);

const at = '2026-05-03T12:00:00.000Z';
const submissionId = '3f0b2c1e-0000-4000-8000-000000000001';

/** Opens a rig with one file whose attempt has begun on the disk. */
async function withOneBeingSent() {
  const { drop, submissions, all, untilAll, database } = await openRig({ address: () => 'http://127.0.0.1:9' });
  await drop({ file: 'content' });
  await submissions.commands.pause(all().map(({ id }) => id));
  await untilAll('paused');
  const { commit } = new GroupCommit(database);
  const journal = new Journal(database, commit, new LeftBehind(database, commit));
  const [loaded] = journal.load();
  if (loaded === undefined) throw new Error('There is no row.');
  const submission: StoredSubmission = { ...loaded, state: { kind: 'sending', attempt: 1 }, attempts: 1 };
  await journal.beginAttempt(submission, { number: 1, startedAt: at, wholeBodyMayBeOut: true, token: null });
  const rows = () => database.prepare('SELECT submission_id, removed_at FROM submissions').all();
  const last = () => Number(database.prepare('SELECT last FROM attempt_sequence').get()?.last);
  return { database, journal, submission, rows, last };
}

test('a receipt that is not on the disk yet is written when its row is removed', async () => {
  const { journal, submission, rows } = await withOneBeingSent();
  await journal.remove([{ ...submission, state: { kind: 'submitted', submissionId, at } }], at);
  expect(rows()).toMatchObject([{ submission_id: submissionId, removed_at: at }]);
});

test('a removed row that the disk shows as being sent can still get its receipt', async () => {
  const { journal, submission, rows } = await withOneBeingSent();
  await journal.remove([{ ...submission, state: { kind: 'cancelled' } }], at);
  const accepted: StoredSubmission = { ...submission, state: { kind: 'submitted', submissionId, at } };
  await journal.endAttempt(accepted, 1, { endedAt: at, outcome: 'accepted', failures: [], detail: null });
  expect(rows()).toMatchObject([{ submission_id: submissionId, removed_at: at }]);
});

test('the failures of an attempt are read as data, and unreadable ones are left out', async () => {
  const { database, journal, submission } = await withOneBeingSent();
  const queries = new SubmissionQueries(database);
  const failures = [{ code: 'rate-limited', detail: 'HTTP 429' }, { code: 'stopped' }] as const;
  await journal.endAttempt(submission, 1, { endedAt: at, outcome: 'refused', failures, detail: 'EIO' });
  expect(queries.attempts(submission.id)).toMatchObject([{ outcome: 'refused', failures, detail: 'EIO' }]);
  database.exec(`UPDATE attempts SET failures = '[{"code'`);
  expect(queries.attempts(submission.id)).toMatchObject([{ outcome: 'refused', failures: [], detail: 'EIO' }]);
});

test.each(['the files of a drop', 'that the whole body may be out'] as const)(
  'a data file without %s is recognised as older',
  async (what) => {
    const { journal, submission, last } = await withOneBeingSent();
    const before = last();
    if (what === 'the files of a drop') await journal.add([{ ...submission, state: { kind: 'waiting' } }]);
    else await journal.markWholeBodyMayBeOut(submission.id, 1);
    expect(last()).toBe(before + 1);
  },
);
