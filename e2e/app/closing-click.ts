import type { Locator } from '@playwright/test';

/** Clicks what closes the very page that it is on, which sometimes happens before the click is reported as done. */
export async function closingClick(button: Locator): Promise<void> {
  await button.click().catch((error: unknown) => {
    if (!button.page().isClosed()) throw error;
  });
}
