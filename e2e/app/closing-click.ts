import type { Locator } from '@playwright/test';

/** The news that the page is closed may come after the click has failed for it, but hardly later than this. */
const NEWS_MS = 10_000;

/** Clicks what closes the very page that it is on, which sometimes happens before the click is reported as done. */
export async function closingClick(button: Locator): Promise<void> {
  const page = button.page();
  await button.click().catch(async (error: unknown) => {
    if (page.isClosed()) return;
    await page.waitForEvent('close', { timeout: NEWS_MS }).catch(() => {
      throw error;
    });
  });
}
