import type { Locator, Page } from '@playwright/test';
import { addWork } from './accounts.ts';
import type { ListingService } from './listing-service.ts';

export const submissions = (page: Page): Locator => page.getByRole('grid', { name: 'Submissions' });
export const groups = (page: Page): Locator => page.getByRole('grid', { name: 'Groups of submissions' });
export const totals = (page: Page): Locator => page.getByRole('region', { name: 'Totals' });

export async function openSpending(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Spending', exact: true })
    .click();
  await page.getByRole('heading', { name: 'Spending' }).waitFor();
}

/** Adds an account of a listing service and makes it the active one. */
export function addListingAccount(page: Page, { url, accessToken }: ListingService, name = 'Work'): Promise<void> {
  return addWork(page, { name, url, accessToken });
}
