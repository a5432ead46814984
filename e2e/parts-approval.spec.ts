import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addWork, submit, test } from './app/accounts.ts';
import { dropPaths } from './app/drop.ts';
import { waitForBlock } from './app/rows.ts';
import { expect } from './app/test.ts';

const MEBIBYTE = 1024 * 1024;

/** What goes in more submissions than that is asked about. */
const askBeyond = (page: Page, submissions: number): Promise<unknown> =>
  page.evaluate(
    (askBeyondFiles) =>
      globalThis.window.dropslip.call('submissions.settings', {
        atOnce: 'automatic',
        spendingLimit: null,
        askBeyondFiles,
      }),
    submissions,
  );

test('a large file waits for a yes to all of its submissions and their cost, whether the limit is known or only found out', async ({
  start,
  serve,
  folder,
}) => {
  const service = await serve({ payloadLimitBytes: MEBIBYTE, blockTimeSeconds: 0.1 });
  const { page } = await start();
  await addWork(page, service);
  await submit(page, folder);
  await waitForBlock(page, 'letter.txt');
  await askBeyond(page, 3);
  const drop = join(folder, 'drop');
  await mkdir(drop);
  const bar = page.getByRole('region', { name: 'Waiting for your approval' });
  // Nobody knows how much the service takes before the first of them was refused.
  for (const name of ['first.pdf', 'second.pdf']) {
    await writeFile(join(drop, name), randomBytes(3.5 * MEBIBYTE));
    await dropPaths(page, [join(drop, name)]);
    await expect(bar).toContainText(/^1 file in 5 submissions · (about|at most) [\d.]+ ethereum · paid by Work/);
    await bar.getByRole('button', { name: 'Submit' }).click();
    await expect(bar).toBeHidden();
    await waitForBlock(page, name);
  }
});
