import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Looking asks nobody: which pages there are is known on this side. Its usual pauses grow to a second. */
const intervals = [20];

/** The window that shows one of the app's pages, once it is open. */
export async function pageOf(context: BrowserContext, file: string): Promise<Page> {
  const find = (): Page | undefined => context.pages().find((page) => page.url().includes(`/${file}`));
  // A new page is still blank when it is announced, so its address is what to wait for.
  await expect.poll(() => find() !== undefined, { message: `${file} opens`, timeout: 60_000, intervals }).toBe(true);
  const page = find();
  if (page === undefined) throw new Error(`${file} closed as soon as it was open.`);
  return page;
}

/** Waits until no window shows that page any more. */
export async function pageGone(context: BrowserContext, file: string): Promise<void> {
  const isThere = (): boolean => context.pages().some((page) => page.url().includes(`/${file}`));
  await expect.poll(isThere, { message: `${file} closes`, intervals }).toBe(false);
}
