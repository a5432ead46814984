import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { answerQuestion } from './confirm.ts';
import type { RunningApp } from './launch.ts';
import { pageOf } from './pages.ts';

/** Git ignores this folder. README shows a copy of `submit-light.png` in `resources/screenshots`. */
const folder = fileURLToPath(new URL('../../test-results/pictures', import.meta.url));

/** Takes a screenshot of the window in light and in dark. */
export async function takePicture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Takes a screenshot of the open question and declines it. */
export async function takeQuestion(app: RunningApp, name: string): Promise<void> {
  const question = await pageOf(app.page.context(), 'consent.html');
  await expect(question.getByRole('button').last()).toBeEnabled();
  await takePicture(question, `confirmation-${name}`);
  await answerQuestion(app.page, 'Cancel');
}
