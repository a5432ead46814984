import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { Submission } from '../src/shared/bridge/submissions.ts';
import { type BatchCounts, noFiles } from '../src/shared/submissions/batch-status.ts';
import { nothingHeld } from '../src/shared/submissions/empty-queue.ts';
import type { PartsProgress } from '../src/shared/submissions/parts.ts';
import type { SubmissionState } from '../src/shared/submissions/submission-state.ts';
import { withInspector } from './app/main-process.ts';
import { takePicture } from './app/picture.ts';
import { row } from './app/rows.ts';
import { tellWindow } from './app/tell-window.ts';
import { expect, test } from './app/test.ts';

const PART = 1024 * 1024;
const at = '2026-11-12T09:30:00.000Z';

/** Lays a row into the journal, which main takes for cancelled; the window is told otherwise. */
function layRow(userData: string, name: string, size: number): number {
  return inDatabase(userData, (database) =>
    Number(
      database
        .prepare(
          `INSERT INTO submissions (account_id, path, name, folder, size, mtime_ns, added_at, state, batch, part_size)
           VALUES ('practice', ?, ?, NULL, ?, '1', ?, '{"kind":"cancelled"}', 0, ?)`,
        )
        .run(`/pictures/${name}`, name, size, new Date().toISOString(), PART).lastInsertRowid,
    ),
  );
}

/** Lays the parts of a row into the journal, the last of them the manifest. */
function layParts(userData: string, of: number, size: number, states: readonly SubmissionState[]): void {
  inDatabase(userData, (database) => {
    const insert = database.prepare(
      `INSERT INTO submissions (account_id, path, name, folder, size, mtime_ns, added_at, state, submission_id, cost, batch,
         part_of, level, offset)
       VALUES ('practice', '/pictures/part', 'part', NULL, ?, '1', ?, ?, ?, ?, 0, ?, ?, ?)`,
    );
    const attempt = database.prepare(
      `INSERT INTO attempts (local_id, number, started_at, whole_body_may_be_out, outcome) VALUES (?, 1, '${at}', 1, ?)`,
    );
    for (const [index, state] of states.entries()) {
      const isLast = index === states.length - 1;
      const bytes = isLast ? 2_711 : Math.min(PART, size - index * PART);
      const submissionId = 'submissionId' in state ? state.submissionId : null;
      const cost = JSON.stringify({ amount: String(bytes * 1_000), token: 'practice', decimals: 9 });
      const { lastInsertRowid } = insert.run(
        ...[bytes, new Date().toISOString(), JSON.stringify(state), submissionId, submissionId === null ? null : cost],
        ...[of, isLast ? 1 : 0, isLast ? 0 : index * PART],
      );
      if (state.kind !== 'paused') attempt.run(lastInsertRowid, state.kind === 'confirmed' ? 'accepted' : 'unknown');
    }
  });
}

function inDatabase<T>(userData: string, run: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(userData, 'dropslip.db'));
  try {
    return run(database);
  } finally {
    database.close();
  }
}

const idOf = (index: number): string => `7c1f09d2-7b3e-4c5a-9f00-${String(index).padStart(12, '0')}`;
const confirmed = (index: number): SubmissionState => ({ kind: 'confirmed', submissionId: idOf(index), at });
const refused = { code: 'rejected', values: { why: 'refused', said: 'Daily volume reached' } } as const;
const noAnswer = { code: 'unreachable', values: { why: 'no-answer' }, after: 'all-sent-no-answer' } as const;

function partsOf(some: Partial<BatchCounts>, more: Partial<PartsProgress> = {}): PartsProgress {
  const counts = { ...noFiles, ...some };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const submittedBytes = (counts.submitted + counts.confirmed) * PART;
  const estimate = { cost: { amount: String(total * 1_048_576_000), token: 'practice', decimals: 9 } };
  return { partSize: PART, total, counts, submittedBytes, estimate, trouble: null, ...more };
}

type Shown = Pick<Submission, 'id' | 'name' | 'size' | 'state' | 'parts'> & Partial<Submission>;

function rowsAs(shown: readonly Shown[]): readonly Submission[] {
  const addedAt = new Date().toISOString();
  const rest = {
    accountId: 'practice',
    folder: null,
    addedAt,
    cost: null,
    wish: null,
    content: 'file',
    files: null,
  } as const;
  return shown.map((one) => ({ ...rest, ...one }));
}

/** As a person sees it who has set the window to 200 %. */
async function zoomed(page: Page, name: string, scroll: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 590, height: 390 });
  await scroll();
  await takePicture(page, name);
  await page.setViewportSize({ width: 1180, height: 780 });
}

test('files in parts, in every state', async ({ start, userData }) => {
  const first = await start();
  await first.quit();
  const sizes = { film: 11.4 * PART, photo: 5_242_880, scan: 11.2 * PART, tape: 40 * PART, trip: 7.3 * PART };
  const lay = (name: string, size: number): { id: number; name: string; size: number } => {
    return { id: layRow(userData, name, Math.round(size)), name, size: Math.round(size) };
  };
  const film = lay('holiday.mp4', sizes.film);
  const photo = lay('team photo.jpg', sizes.photo);
  const scan = lay('lease, signed and scanned.pdf', sizes.scan);
  const tape = lay('interview.wav', sizes.tape);
  const talk = lay('talk.webm', sizes.scan);
  const poster = lay('poster.tiff', sizes.film);
  const trip = lay('Trip to Norway', sizes.trip);
  const states: SubmissionState[] = [
    ...Array.from({ length: 7 }, (_, index) => confirmed(index)),
    { kind: 'rejected', reason: refused },
    confirmed(8),
    { kind: 'unsettled', since: at, reason: noAnswer, check: { kind: 'cannot-tell', why: 'list-incomplete' } },
    ...Array.from({ length: 3 }, (): SubmissionState => ({ kind: 'paused', why: { kind: 'by-user' } })),
  ];
  layParts(userData, scan.id, scan.size, states);

  const app = await start(withInspector);
  const { page } = app;
  const trouble = { number: 8, kind: 'slice', status: 'rejected' } as const;
  const scanned = partsOf({ confirmed: 8, rejected: 1, notKnown: 1, toGo: 3 }, { trouble });
  const cost = { amount: '11953766400', token: 'practice', decimals: 9 };
  const submissions = rowsAs([
    { ...photo, state: { kind: 'waiting' }, parts: partsOf({ toGo: 6 }) },
    { ...film, state: { kind: 'in-parts' }, parts: partsOf({ confirmed: 4, submitted: 1, sending: 2, toGo: 6 }) },
    {
      ...talk,
      state: { kind: 'in-parts' },
      parts: partsOf({ confirmed: 12, checking: 1 }, { trouble: { number: 4, kind: 'slice', status: 'checking' } }),
    },
    { ...scan, state: { kind: 'incomplete', reason: refused }, parts: scanned },
    { ...tape, state: { kind: 'paused', why: { kind: 'by-user' } }, parts: partsOf({ confirmed: 17, paused: 24 }) },
    { ...poster, state: confirmed(99), cost, parts: partsOf({ confirmed: 13 }) },
    {
      ...trip,
      content: 'folder',
      files: 214,
      state: { kind: 'in-parts' },
      parts: partsOf({ confirmed: 2, sending: 1, toGo: 6 }),
    },
  ]);
  await expect(row(page, 'Trip to Norway')).toBeVisible();
  const bytes = { all: 84_000_000, gone: 41_000_000, submitted: 36_000_000, byStatus: noFiles };
  const summary = {
    ...{ counts: { ...noFiles, toGo: 1, sending: 3, incomplete: 1, paused: 1, confirmed: 1 }, bytes },
    ...{ bytesPerSecond: 812_000, secondsLeft: 51, waitingFor: null, estimate: null, costs: [] },
    filesWithoutCost: 0,
  };
  await tellWindow(app, { kind: 'submissions.changed', submissions });
  await tellWindow(app, { kind: 'submissions.progress', progress: [], summary, held: nothingHeld });
  await expect(row(page, 'holiday.mp4')).toContainText('Sending part 6 of 13');
  await takePicture(page, 'parts');
  await page.setViewportSize({ width: 900, height: 600 });
  await takePicture(page, 'parts-small');
  await zoomed(page, 'parts-zoomed', () => row(page, 'holiday.mp4').scrollIntoViewIfNeeded());

  await row(page, 'lease').getByRole('gridcell').first().click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('list', { name: 'Parts' })).toContainText('Part 8');
  await takePicture(page, 'parts-details');
  await details.getByRole('button', { name: 'All 13' }).click();
  await expect(details.getByRole('list', { name: 'Parts' })).toContainText('Part 1');
  await takePicture(page, 'parts-details-all');
  const list = details.getByRole('list', { name: 'Parts' });
  await zoomed(page, 'parts-details-zoomed', () => list.evaluate((element) => element.scrollIntoView()));
});
