import type { Locator, Page } from '@playwright/test';

/** The name under which the page notes what it has seen of a drag. */
const SEEN = 'dragSeen';
const TRIES = 5;
/** A page that is busy sees a drop late, but hardly as late as this. */
const SEEN_WITHIN_MS = 3_000;

type Dropping = {
  /** Where in the window, in pixels. */
  readonly at?: { readonly x: number; readonly y: number };
  /** Looks at what the window says before the files are let go. */
  readonly whileOver?: () => Promise<void>;
};

/**
 * Drops real files and folders on the window, as the system's file manager does. A drop that overtakes the page's answer
 * to the drag before it is refused by Chromium without a word; the two travel apart, so it is then done again, as a
 * person would.
 */
export async function dropPaths(
  page: Page,
  paths: readonly string[],
  { at = { x: 400, y: 300 }, whileOver }: Dropping = {},
): Promise<void> {
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
      await whileOver?.();
      await drag('drop');
      if (await hasSeen(page, 'drop')) return;
      await drag('dragCancel');
    }
    throw new Error('The page takes no drop.');
  } finally {
    await cdp.detach();
  }
}

/** Drops them on the middle of what is in sight of a part of the window. */
export async function dropOn(
  target: Locator,
  paths: readonly string[],
  whileOver?: () => Promise<void>,
): Promise<void> {
  const page = target.page();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('What is to be dropped on is not on the screen.');
  const bottom = Math.min(box.y + box.height, await page.evaluate(() => innerHeight));
  const at = { x: box.x + box.width / 2, y: (box.y + bottom) / 2 };
  await dropPaths(page, paths, whileOver === undefined ? { at } : { at, whileOver });
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
