import type { Page } from '@playwright/test';

/** The name under which the page notes what it has seen of a drag. */
const SEEN = 'dragSeen';
const TRIES = 5;
/** A page that is busy sees a drop late, but hardly as late as this. */
const SEEN_WITHIN_MS = 3_000;

/**
 * Drops real files and folders on the window, as the system's file manager does. A drop that overtakes the page's answer
 * to the drag before it is refused by Chromium without a word; the two travel apart, so it is then done again, as a
 * person would.
 */
export async function dropPaths(page: Page, paths: readonly string[], at = { x: 400, y: 300 }): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel') =>
    cdp.send('Input.dispatchDragEvent', { type, ...at, data });
  try {
    for (let number = 1; number <= TRIES; number += 1) {
      await page.evaluate((name) => {
        const seen = new Set<string>();
        Reflect.set(window, name, seen);
        for (const type of ['dragover', 'drop']) {
          addEventListener(type, () => seen.add(type), { capture: true, once: true });
        }
      }, SEEN);
      await drag('dragEnter');
      await drag('dragOver');
      await hasSeen(page, 'dragover');
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await drag('drop');
      if (await hasSeen(page, 'drop')) return;
      await drag('dragCancel');
    }
    throw new Error('The page takes no drop.');
  } finally {
    await cdp.detach();
  }
}

async function hasSeen(page: Page, type: 'dragover' | 'drop'): Promise<boolean> {
  try {
    await page.waitForFunction(
      ({ name, event }) => Reflect.get(window, name)?.has(event),
      { name: SEEN, event: type },
      {
        timeout: SEEN_WITHIN_MS,
      },
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return false;
    throw error;
  }
}
