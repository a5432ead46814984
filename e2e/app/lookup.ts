import type { Locator, Page } from '@playwright/test';

export async function openLookup(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Look up' }).click();
  await page.getByRole('heading', { name: 'Look up', level: 1 }).waitFor();
}

export const box = (page: Page): Locator => page.getByRole('textbox', { name: 'What to look up' });

/** Types into the box and starts the look-up. */
export async function lookUp(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}

/** Pastes text into the focused element, or on the page. */
export async function paste(page: Page, text: string): Promise<void> {
  await page
    .locator(':focus, body')
    .last()
    .evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
}
