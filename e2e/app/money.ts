import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Opens a screen from the navigation. */
export async function openScreen(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
}

/** Waits until the practice service runs. Earlier drops wait for it, and the paying token is unknown. */
export async function waitForService(page: Page): Promise<void> {
  await openScreen(page, 'Accounts');
  await expect(page.getByText(/^http:\/\/127\.0\.0\.1/)).toBeVisible();
  await openScreen(page, 'Submit');
}

export const tokenCard = (page: Page, name: string | RegExp): Locator => page.getByRole('article', { name });
export const depositForm = (page: Page): Locator => page.getByRole('form', { name: 'Register a deposit' });
export const deposits = (page: Page): Locator => page.getByRole('list', { name: 'Deposits' }).getByRole('listitem');
export const question = (page: Page): Locator => page.getByRole('dialog');

/** Chooses one of the account's tokens, once they are loaded. */
export async function chooseToken(page: Page, name: string): Promise<void> {
  const option = depositForm(page).getByRole('option', { name: new RegExp(`^${name} `) });
  await option.waitFor({ state: 'attached' });
  const value = await option.getAttribute('value');
  await depositForm(page).getByLabel('Token', { exact: true }).selectOption(value);
}

/** Reads the ledger of the practice service. */
export function booksOf(userData: string, sql: string): readonly unknown[] {
  const database = new DatabaseSync(join(userData, 'practice', 'ledger.sqlite'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
