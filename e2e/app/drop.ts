import type { Locator, Page } from '@playwright/test';

/** The property of the page that counts the drag events. */
const SEEN = 'dragSeen';
const TRIES = 60;
/**
 * Time limits per event. A busy page misses one drag in twenty. A missed `dragover` is repeated soon, since nothing
 * was dropped. A `drop` needs more time, to distinguish a refused one from a late one.
 */
const LATE_AFTER_MS = { dragover: 500, drop: 3_000 };

type Dropping = {
  /** The position in the window, in pixels. */
  readonly at?: { readonly x: number; readonly y: number };
  /** Runs during the drag, before the drop. */
  readonly whileOver?: () => Promise<void>;
};

/**
 * Drops real files and folders on the window, like the system's file manager. Chromium silently refuses a drop that
 * arrives before the page's answer to the drag. The drop is then repeated, once a later event on the same channel
 * proves that the page did not receive it.
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
    await page.evaluate((name) => {
      const seen = { dragover: 0, drop: 0 };
      Reflect.set(window, name, seen);
      for (const type of ['dragover', 'drop'] as const) {
        const count = (): void => {
          seen[type] += 1;
        };
        addEventListener(type, count, { capture: true });
      }
    }, SEEN);
    for (let number = 1; number <= TRIES; number += 1) {
      const before = await seen(page);
      await drag('dragEnter');
      await drag('dragOver');
      if (await sees(page, 'dragover', before.dragover)) {
        if ((await seen(page)).drop > 0) {
          await page.evaluate(() => dispatchEvent(new DragEvent('dragleave')));
          return;
        }
        await page.evaluate(() => new Promise(requestAnimationFrame));
        await whileOver?.();
        await drag('drop');
        if (await sees(page, 'drop', 0)) return;
      }
      await drag('dragCancel');
    }
    throw new Error('The page takes no drop.');
  } finally {
    await cdp.detach();
  }
}

/** Drops files on the middle of the visible part of an element. */
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

function seen(page: Page): Promise<{ readonly dragover: number; readonly drop: number }> {
  return page.evaluate((name) => ({ ...Reflect.get(window, name) }), SEEN);
}

/** True if the page sees another event within the time limit. */
async function sees(page: Page, type: 'dragover' | 'drop', before: number): Promise<boolean> {
  try {
    await page.waitForFunction(
      ({ name, event, count }) => Reflect.get(window, name)[event] > count,
      { name: SEEN, event: type, count: before },
      { timeout: LATE_AFTER_MS[type] },
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return false;
    throw error;
  }
}
