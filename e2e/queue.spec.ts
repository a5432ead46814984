import { once } from 'node:events';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { SubmissionState } from '../src/shared/submissions/submission-state.ts';
import { expectNoViolations } from './app/accessibility.ts';
import { closingClick } from './app/closing-click.ts';
import { dropPaths } from './app/drop.ts';
import type { RunningApp } from './app/launch.ts';
import { chooseInMenu, closeWindow, withInspector } from './app/main-process.ts';
import { lookAway } from './app/notices.ts';
import { row, waitForBlock } from './app/rows.ts';
import { expect, test } from './app/test.ts';

/** Rows whose states the practice service cannot be brought to produce are laid into the journal before the start. */
function layIntoJournal(
  userData: string,
  rows: readonly { readonly name: string; readonly state: SubmissionState }[],
): void {
  const database = new DatabaseSync(join(userData, 'dropslip.db'));
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

/** What the frame's button asks: macOS and Windows have a tray, where the app could go on. */
const closeQuestion = (page: Page) =>
  page.getByRole('dialog', { name: /^(?:Close Dropslip|Keep sending in the background)\?$/ });

test.describe('closing the window', () => {
  test('closes at once when nothing is on its way', async ({ start }) => {
    const app = await start(withInspector);
    await expect(app.page.getByRole('navigation')).toBeVisible();
    const gone = ended(app);
    await closeWindow(app);
    await gone;
  });

  test('asks while files are being sent, stays open if wanted, and closes at a second try', async ({
    start,
    folder,
  }) => {
    const app = await start(withInspector);
    await dropLargeFile(app.page, folder);
    await closeWindow(app);
    const question = closeQuestion(app.page);
    await expect(question).toContainText('1 file is still being sent');
    await expectNoViolations(app.page);
    await question.getByRole('button', { name: /^Keep (?:the window )?open$/ }).click();
    await expect(question).toHaveCount(0);
    await expect(row(app.page, 'film.mp4')).toBeVisible();
    const gone = ended(app);
    await closeWindow(app);
    await gone;
  });

  test('closes as it was told, and goes on at the next start', async ({ start, folder }) => {
    const app = await start(withInspector);
    await dropLargeFile(app.page, folder);
    await closeWindow(app);
    const question = closeQuestion(app.page);
    const gone = ended(app);
    await closingClick(question.getByRole('button', { name: /^(?:Close|Quit)$/ }).last());
    await gone;
    const again = await start();
    await expect(row(again.page, 'film.mp4')).toContainText(
      /Waiting|Getting ready|Reading|Sending|Checking|We don’t know yet/,
    );
  });

  test('quitting by the menu asks too, and a second attempt while it asks goes through', async ({ start, folder }) => {
    const app = await start(withInspector);
    await dropLargeFile(app.page, folder);
    await chooseInMenu(app, 'quit');
    await expect(app.page.getByRole('dialog', { name: 'Close Dropslip?' })).toBeVisible();
    const gone = ended(app);
    await chooseInMenu(app, 'quit');
    await gone;
  });

  test('a system that ends the app is not asked', async ({ start, folder }) => {
    const app = await start();
    await dropLargeFile(app.page, folder);
    await app.quit();
  });
});

test('the user is notified of a batch that ends while they look elsewhere', async ({
  start,
  folder,
  notifications,
}) => {
  const app = await start(withInspector);
  const drop = join(folder, 'batch');
  await mkdir(drop);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await writeFile(join(drop, name), name);
  await writeFile(join(drop, 'empty.txt'), '');
  await lookAway(app);
  await dropPaths(app.page, [drop]);
  await expect
    .poll(() => notifications.shown)
    .toEqual([expect.stringMatching(/^3 of 4 files submitted\n1 not submitted/)]);
});

test('the user is not notified of a batch that they see ending', async ({ start, folder, notifications }) => {
  const app = await start(withInspector);
  await writeFile(join(folder, 'seen.txt'), 'seen');
  await dropPaths(app.page, [join(folder, 'seen.txt')]);
  await waitForBlock(app.page, 'seen.txt');
  // A notification of the next batch shows that one of the first batch would have come by now.
  await lookAway(app);
  await writeFile(join(folder, 'a.txt'), 'a');
  await writeFile(join(folder, 'b.txt'), 'b');
  await dropPaths(app.page, [join(folder, 'a.txt'), join(folder, 'b.txt')]);
  await expect.poll(() => notifications.shown).toEqual([expect.stringMatching(/^Both files are/)]);
});

test('ten thousand rows are listed after a start, and the keyboard reaches the last one', async ({
  start,
  userData,
}) => {
  const first = await start();
  await expect(first.page.getByRole('navigation')).toBeVisible();
  await first.quit();
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
