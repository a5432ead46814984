import { randomBytes } from 'node:crypto';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { noFiles } from '../src/shared/submissions/batch-status.ts';
import { nothingHeld } from '../src/shared/submissions/empty-queue.ts';
import type { Check, SubmissionState } from '../src/shared/submissions/submission-state.ts';
import { dropPaths } from './app/drop.ts';
import { withInspector } from './app/main-process.ts';
import { takePicture } from './app/picture.ts';
import { row, waitForBlock } from './app/rows.ts';
import { showAs, tellWindow } from './app/tell-window.ts';
import { expect, test } from './app/test.ts';

/** States that the practice service cannot be brought to produce on the spot are laid into the journal beforehand. */
function layIntoJournal(userData: string, name: string, size: number, state: SubmissionState): number {
  const database = new DatabaseSync(join(userData, 'dropslip.db'));
  const submissionId = 'submissionId' in state ? state.submissionId : null;
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO submissions (account_id, path, name, folder, size, mtime_ns, added_at, state, submission_id, batch)
       VALUES ('practice', ?, ?, NULL, ?, '1', ?, ?, ?, (SELECT coalesce(max(batch), 0) FROM submissions))`,
    )
    .run(`/pictures/${name}`, name, size, new Date().toISOString(), JSON.stringify(state), submissionId);
  database.close();
  return Number(lastInsertRowid);
}

/** Main would look for such a file at once, and find that the service never heard of it. */
function unsettled(check: Check): SubmissionState {
  const reason = { code: 'unreachable', values: { why: 'no-answer' }, after: 'all-sent-no-answer' } as const;
  return { kind: 'unsettled', since: new Date().toISOString(), reason, check };
}

const inTwoMinutes = (): string => new Date(Date.now() + 118_000).toISOString();

test('the empty window', async ({ window }) => {
  await expect(window.getByRole('navigation')).toBeVisible();
  await takePicture(window, 'submit-empty');
});

test('files in every state', async ({ start, folder, userData }) => {
  const first = await start();
  const drop = join(folder, 'Invoices 2026');
  await mkdir(drop);
  await writeFile(join(drop, 'March — signed contract.pdf'), randomBytes(2_412_345));
  await writeFile(join(drop, 'Überweisung 🎉 Beleg.png'), randomBytes(84_213));
  await writeFile(join(drop, 'notes.txt'), '');
  await dropPaths(first.page, [drop]);
  await waitForBlock(first.page, 'signed contract');
  await waitForBlock(first.page, 'Beleg');
  await first.quit();

  const soon = new Date(Date.now() + 95_000).toISOString();
  const uncertain = ['backup-2026-11.tar.gz', 'minutes of the board.odt'].map((name) => {
    return { name, id: layIntoJournal(userData, name, 48_211, { kind: 'cancelled' }) };
  });
  layIntoJournal(userData, 'survey-results.csv', 48_211, {
    kind: 'retrying',
    until: soon,
    reason: { code: 'rate-limited' },
  });
  layIntoJournal(userData, 'old-draft.docx', 91_002, { kind: 'cancelled' });
  layIntoJournal(userData, 'interview.wav', 51_200_000, { kind: 'paused', why: { kind: 'by-user' } });
  layIntoJournal(userData, 'measurements.parquet', 8_120_000, {
    kind: 'delayed',
    submissionId: '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01',
    at: new Date().toISOString(),
    reason: { code: 'not-enough-credits' },
  });

  const app = await start({ ...withInspector, practice: { blockTimeSeconds: 60 } });
  const { page } = app;
  await writeFile(join(folder, 'team photo.jpg'), randomBytes(3_100_000));
  await dropPaths(page, [join(folder, 'team photo.jpg')]);
  await expect(row(page, 'team photo.jpg')).toContainText('Submitted');
  const film = join(folder, 'conference recording.mp4');
  await writeFile(film, '');
  await truncate(film, 2 * 1024 ** 3);
  await dropPaths(page, [film]);
  await expect(row(page, 'conference recording.mp4')).toContainText(/Sending [1-9]/, { timeout: 100_000 });
  await showAs(app, uncertain.slice(0, 1), unsettled({ kind: 'cannot-tell', why: 'list-incomplete' }));
  await showAs(app, uncertain.slice(1), unsettled({ kind: 'checking', until: inTwoMinutes() }));
  await takePicture(page, 'submit');
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, 'submit-small');
  await page.setViewportSize({ width: 1180, height: 780 });
  await row(page, 'signed contract').getByRole('gridcell').first().click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(/block hash/i);
  await takePicture(page, 'submit-details');
});

test('many files whose answer was lost', async ({ start, userData }) => {
  const first = await start();
  await first.quit();
  const files = Array.from({ length: 60 }, (_, index) => {
    const name = `survey ${index + 1}.csv`;
    return { name, id: layIntoJournal(userData, name, 48_211, { kind: 'cancelled' }) };
  });
  const app = await start(withInspector);
  const { page } = app;
  await expect(page.getByRole('button', { name: 'Finished 60' })).toBeVisible();
  await showAs(app, files, unsettled({ kind: 'checking', until: inTwoMinutes() }));
  await showAs(app, files.slice(0, 3), unsettled({ kind: 'cannot-tell', why: 'indistinguishable' }));
  const bytes = 60 * 48_211;
  const summary = {
    counts: { ...noFiles, checking: 57, notKnown: 3 },
    bytes: { all: bytes, gone: bytes, submitted: 0, byStatus: noFiles },
    ...{ bytesPerSecond: null, secondsLeft: null, waitingFor: null, estimate: null, costs: [] },
    filesWithoutCost: 0,
  };
  await tellWindow(app, { kind: 'submissions.progress', progress: [], summary, held: nothingHeld });
  await expect(page.getByRole('region', { name: 'Uncertain' })).toBeVisible();
  await takePicture(page, 'submit-uncertain');
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, 'submit-uncertain-small');
  await page.setViewportSize({ width: 1180, height: 780 });
  await row(page, 'survey 1.csv').getByRole('gridcell').first().click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Several records');
  await takePicture(page, 'submit-uncertain-details');
});
