import type { Locator, Page } from '@playwright/test';
import { fillIn, saveAccount } from './accounts.ts';
import { answerQuestion } from './confirm.ts';
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

/** Adds an account of a service that lists, and makes it the active one. */
export async function addListingAccount(page: Page, service: ListingService, name = 'Work'): Promise<void> {
  await fillIn(page, { name, address: service.url, accessToken: service.accessToken });
  await answerQuestion(page, 'Connect');
  // It only lists: what the check says of submitting does not matter here.
  await saveAccount(page, /^Save (account|anyway)$/);
}
