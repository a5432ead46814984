import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { declineOnce } from './confirm.ts';
import type { RunningApp } from './launch.ts';
import { pageOf } from './pages.ts';

const folder = fileURLToPath(new URL('../../resources/screenshots', import.meta.url));

/** Takes the window's picture in light and in dark. */
export async function takePicture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Takes the picture of the question that is open, and says no to it. */
export async function takeQuestion(app: RunningApp, name: string): Promise<void> {
  const question = await pageOf(app.page.context(), 'consent.html');
  await expect(question.getByRole('button').last()).toBeEnabled();
  await takePicture(question, `confirmation-${name}`);
  await declineOnce(app);
}
