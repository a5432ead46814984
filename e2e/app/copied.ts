import type { Page } from '@playwright/test';

/**
 * Resolves when a button says “Copied”. To be asked before it is pressed: it says so for a moment only, which is over on a
 * busy machine before somebody outside the page looks again.
 */
export function saysCopied(page: Page): Promise<unknown> {
  return page.waitForFunction(() =>
    [...document.querySelectorAll('button')].some(
      ({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === 'Copied',
    ),
  );
}
