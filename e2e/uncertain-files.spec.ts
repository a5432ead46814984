import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Failure } from '../src/shared/failures/failure.ts';
import type { Check, SubmissionState } from '../src/shared/submissions/submission-state.ts';
import { expectNoViolations } from './app/accessibility.ts';
import { dropPaths } from './app/drop.ts';
import { lookUp, openLookup } from './app/lookup.ts';
import { withInspector } from './app/main-process.ts';
import { row } from './app/rows.ts';
import { openSpending, submissions } from './app/spending.ts';
import { showAs } from './app/tell-window.ts';
import { expect, test } from './app/test.ts';

const SIXTY = Array.from({ length: 60 }, (_, index) => ({ id: index + 1, name: `survey ${index + 1}.csv` }));
const sizes = [
  { width: 1180, height: 780 },
  { width: 900, height: 600 },
];

const lost = { code: 'unreachable', values: { why: 'broke-off' }, after: 'all-sent-no-answer' } as const;

function unsettled(check: Check, reason: Failure = lost): SubmissionState {
  return { kind: 'unsettled', since: new Date().toISOString(), reason, check };
}

/** Lines of text in a row, below its file's name where they stand there; what shares a line counts once. */
function linesOf(cell: Locator): Promise<number> {
  return cell.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const heights = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ y, height }) => y + height / 2);
    const lines = heights.sort((a, b) => a - b).filter((y, index) => index === 0 || y - (heights[index - 1] ?? 0) > 8);
    return lines.length;
  });
}

async function expectLines(page: Page, name: string, atMost: number): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    const cell = row(page, name).getByRole('gridcell').nth(1);
    // Its answers stand beside them.
    const told = cell.locator('> div').first();
    await expect.poll(() => linesOf(told), { message: `at ${size.width} pixels` }).toBeLessThanOrEqual(atMost);
    const box = await cell.boundingBox();
    expect(box?.height, `at ${size.width} pixels`).toBeLessThan(atMost * 22 + 8);
  }
}

test('files whose answer was lost ask nobody while they are looked for, and then in two lines that lead to the whole story', async ({
  start,
  folder,
}) => {
  const app = await start(withInspector);
  const { page } = app;
  const drop = join(folder, 'survey');
  await mkdir(drop);
  for (const { name } of SIXTY) await writeFile(join(drop, name), '');
  await dropPaths(page, [drop]);
  await expect(page.getByRole('button', { name: 'Needs you 60' })).toBeVisible();

  await test.step('sixty that are looked for are work, told in one line each', async () => {
    await showAs(app, SIXTY, unsettled({ kind: 'checking', until: new Date(Date.now() + 110_000).toISOString() }));
    await expect(page.getByRole('button', { name: 'Needs you 0' })).toBeVisible();
    await page.getByRole('button', { name: 'Working 60' }).click();
    await expect(row(page, 'survey 1.csv')).toContainText('Checking with the service — 2 min');
    await expectLines(page, 'survey 1.csv', 1);
    const buttons = row(page, 'survey 1.csv').getByRole('button');
    const names = await buttons.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
    expect(names).toEqual(['Remove from the list: survey 1.csv', 'Details: survey 1.csv']);
    for (const name of ['Pause all', 'Cancel all']) await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expectNoViolations(page);
  });

  await test.step('cancelling all leaves out those that are being checked, and says so', async () => {
    await showAs(app, SIXTY.slice(0, 1), { kind: 'waiting' });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Cancel all' }).click();
    const question = page.getByRole('dialog', { name: /^Cancel “survey.*”\?$/ });
    await expect(question).toContainText('Files that are being checked are left out.');
    await expect(question.getByRole('button', { name: 'Keep sending' })).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
  });

  await test.step('a check that is to end in a pause offers to take the pause back', async () => {
    const state = unsettled({ kind: 'checking', until: new Date(Date.now() + 110_000).toISOString() });
    await showAs(app, SIXTY.slice(0, 1), state, 'pause');
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menuitem', { name: 'Resume all' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Pause all' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('a check that takes longer than it said tells no time', async () => {
    await showAs(app, SIXTY.slice(0, 1), unsettled({ kind: 'checking', until: '2026-01-12T10:00:00Z' }));
    const cell = row(page, 'survey 1.csv').getByRole('gridcell').nth(1);
    await expect(cell).toHaveText('Checking with the service');
  });

  await test.step('sixty of which nobody knows need the person, in two lines each and in one sentence', async () => {
    await showAs(
      app,
      SIXTY,
      unsettled({ kind: 'cannot-tell', why: 'no-records' }, { code: 'server-error', values: { said: null } }),
    );
    const notice = page.getByRole('region', { name: 'Uncertain' });
    await expect(notice).toContainText('60 files may have been paid for, and the service’s records can’t tell.');
    await page.getByRole('button', { name: 'Needs you 60' }).click();
    await expect(row(page, 'survey 1.csv')).toContainText('You may have paid for it.');
    await expectLines(page, 'survey 1.csv', 2);
    await showAs(app, SIXTY.slice(1, 2), unsettled({ kind: 'cannot-tell', why: 'no-records' }));
    await expect(row(page, 'survey 2.csv')).toContainText('You may have paid for it.');
    await expectLines(page, 'survey 2.csv', 2);
    await expect(row(page, 'survey 1.csv').getByRole('button', { name: /again|went through/i })).toHaveCount(0);
  });

  await test.step('the row leads to the whole story with both answers, by the keyboard', async () => {
    await row(page, 'survey 2.csv').getByRole('button', { name: 'Decide… survey 2.csv' }).focus();
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Details' });
    await expect(details).toBeFocused();
    await expect(details).toContainText('Everything was sent, so it may have been accepted');
    await expect(details).toContainText('The service shows this account no records');
    await expectNoViolations(page);

    await expect(details.getByRole('button', { name: /Submit it again \(may be paid twice\)…/ })).toBeVisible();
    await details.getByRole('button', { name: /It went through…/ }).click();
    const form = page.getByRole('dialog', { name: 'It went through' });
    await form.getByRole('button', { name: 'Use this id' }).click();
    await expect(form).toContainText('Enter only the id that the service gave you. It has no spaces.');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);

    await details.focus();
    await page.keyboard.press('Escape');
    await expect(row(page, 'survey 2.csv').getByRole('button', { name: /^Decide…/ })).toBeFocused();
  });
});

test('a delayed file is called so on every screen, holds the same bytes, and is confirmed by itself', async ({
  start,
  folder,
}) => {
  const paths = ['letter.txt', 'copy.txt'].map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, 'The same bytes.');
  const practice = { blockTimeSeconds: 0.1, faults: { arriving: 'error-first' } };
  const first = await start({ practice });
  await dropPaths(first.page, paths.slice(0, 1));
  await expect(row(first.page, 'letter.txt')).toContainText('Delayed');
  await expect(row(first.page, 'letter.txt')).toContainText(
    'The service says “TIMEOUT” and tries again automatically.',
  );
  await dropPaths(first.page, paths.slice(1));
  await expect(row(first.page, 'copy.txt')).toContainText('Submitted before');
  await openSpending(first.page);
  await expect(submissions(first.page).getByRole('row').filter({ hasText: 'letter.txt' })).toContainText('Delayed');
  await openLookup(first.page);
  await lookUp(first.page, 'letter');
  await expect(first.page.getByText(/^Delayed/).first()).toBeVisible();
  await first.kill();

  const second = await start({ practice: { blockTimeSeconds: 0.1, retryFailedSeconds: 0.5, retryLimit: 1_000 } });
  const letter = row(second.page, 'letter.txt').filter({ hasNotText: 'copy.txt' });
  await expect(letter).toContainText('Confirmed in a block');
  await openSpending(second.page);
  await expect(submissions(second.page).getByRole('row').filter({ hasText: 'letter.txt' })).toContainText('Confirmed');
});
