import { type BrowserContext, expect, type Page } from '@playwright/test';

/**
 * Milliseconds between checks. Short, because the list of pages is in this process. The default intervals grow to a
 * second.
 */
const intervals = [20];

/** The window that shows one of the app's pages, once it is open. */
export async function pageOf(context: BrowserContext, file: string): Promise<Page> {
  const find = (): Page | undefined => context.pages().find((page) => page.url().includes(`/${file}`));
  // A new page is blank when it is announced, so this waits for its address.
  await expect.poll(() => find() !== undefined, { message: `${file} opens`, timeout: 60_000, intervals }).toBe(true);
  const page = find();
  if (page === undefined) throw new Error(`${file} closed as soon as it was open.`);
  return page;
}

/** Waits until no window shows the page. */
export async function pageGone(context: BrowserContext, file: string): Promise<void> {
  const isThere = (): boolean => context.pages().some((page) => page.url().includes(`/${file}`));
  await expect.poll(isThere, { message: `${file} closes`, intervals }).toBe(false);
}
