import { expect, type Locator, type Page } from '@playwright/test';

/** The row of a file on the submit screen. */
export function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

export async function waitForBlock(page: Page, name: string): Promise<void> {
  await expect(row(page, name)).toContainText('Confirmed in a block');
}
