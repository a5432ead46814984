import type { Page } from '@playwright/test';

/**
 * Resolves when a button shows “Copied”. Call it before the click: on a busy machine the text may disappear before a
 * later check.
 */
export function saysCopied(page: Page): Promise<unknown> {
  return page.waitForFunction(() =>
    [...document.querySelectorAll('button')].some(
      ({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === 'Copied',
    ),
  );
}
