import type { Locator, Page } from '@playwright/test';
import { dialog } from './accounts.ts';

export const networkVerdict = (page: Page): Locator => page.getByTestId('network-verdict');

/** Types a node's address into the form of the account Work, and keeps the form open. */
export async function nameNode(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit Work' }).click();
  await dialog(page).getByText('Network node (optional)').click();
  await dialog(page).getByLabel('Address of a node').fill(address);
}
