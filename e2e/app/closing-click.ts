import type { Locator } from '@playwright/test';

/** The close event of the page may come after the click has failed, but hardly later than this. */
const NEWS_MS = 10_000;

/** Clicks a button that closes its own page, which may happen before the click is reported as done. */
export async function closingClick(button: Locator): Promise<void> {
  const page = button.page();
  await button.click().catch(async (error: unknown) => {
    if (page.isClosed()) return;
    await page.waitForEvent('close', { timeout: NEWS_MS }).catch(() => {
      throw error;
    });
  });
}
