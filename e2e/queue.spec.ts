import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openDatabase } from '../src/core/storage/index.ts';
import type { SubmissionState } from '../src/shared/submissions/submission-state.ts';
import { dropPaths } from './app/drop.ts';
import type { RunningApp } from './app/launch.ts';
import { closeWindow, withInspector } from './app/main-process.ts';
import { row } from './app/rows.ts';
import { pressInDialog, readMessageBox } from './app/system-dialogs.ts';
import { expect, test } from './app/test.ts';

/** Writes rows into the journal before the app starts. */
function layIntoJournal(
  userData: string,
  rows: readonly { readonly name: string; readonly state: SubmissionState }[],
): void {
  mkdirSync(userData, { recursive: true });
  const database = openDatabase(join(userData, 'dropslip.db'));
  // The start adds the account.
  database.exec('PRAGMA foreign_keys = OFF');
  const insert = database.prepare(
    `INSERT INTO submissions (account_id, path, name, folder, size, mtime_ns, added_at, state, submission_id)
     VALUES ('practice', ?, ?, NULL, 100, '1', ?, ?, NULL)`,
  );
  const at = new Date().toISOString();
  database.exec('BEGIN');
  for (const { name, state } of rows) insert.run(`/nowhere/${name}`, name, at, JSON.stringify(state));
  database.exec('COMMIT');
  database.close();
}

/** A file that takes longer to read than a test takes, however slow the machine: both are slow together. */
async function dropLargeFile(page: Page, folder: string): Promise<void> {
  const film = join(folder, 'film.mp4');
  await writeFile(film, '');
  await truncate(film, 15 * 1024 ** 3);
  await dropPaths(page, [film]);
  await expect(row(page, 'film.mp4')).toContainText(/Getting ready|Reading|Sending/);
}

function ended(app: RunningApp): Promise<unknown> {
  return app.process.exitCode === null ? once(app.process, 'exit') : Promise.resolve();
}

test('the window asks before it closes while a file is sent', async ({ start, folder, dialogs }) => {
  const app = await start({ ...withInspector, env: dialogs });
  await dropLargeFile(app.page, folder);
  await closeWindow(app);
  expect((await readMessageBox()).text).toContain('1 file is still being sent');
  await pressInDialog('Keep open');
  await expect(row(app.page, 'film.mp4')).toBeVisible();
  // A second attempt while it asks closes the window.
  const gone = ended(app);
  await closeWindow(app);
  await readMessageBox();
  await closeWindow(app);
  await gone;
});

test('ten thousand rows are listed after a start, and the keyboard reaches the last one', async ({
  start,
  userData,
}) => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    name: `file ${index + 1}.txt`,
    state: { kind: 'cancelled' } as const,
  }));
  layIntoJournal(userData, rows);
  const { page } = await start();
  await expect(page.getByRole('button', { name: 'All 10,000' })).toBeVisible();
  await row(page, 'file 1.txt').focus();
  await page.keyboard.press('End');
  await expect(row(page, 'file 10000.txt')).toBeFocused();
});
