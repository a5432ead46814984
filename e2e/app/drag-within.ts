import type { Page } from '@playwright/test';

type Place = { readonly x: number; readonly y: number };

/** Where the page notes what it has seen of the drag. */
const SEEN = 'ownDragSeen';
/** So many are seen by any page where the drag has begun. */
const MOVES = 60;
/** The page sees a drop within this time, or Chromium has refused it. */
const LATE_MS = 3_000;

/**
 * Drags what is at one place of the window to another with the mouse, files and all. (Playwright's own mouse takes the drag
 * out of Chromium's hands, and loses its files.)
 */
export async function dragWithin(page: Page, from: Place, to: Place): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  // Chromium may leave mouse events unanswered while something is dragged.
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Place): void => {
    const buttons = type === 'mouseReleased' ? 0 : 1;
    cdp.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 }).catch(() => undefined);
  };
  const count = (type: 'dragover' | 'drop'): Promise<number> =>
    page.evaluate(([name, event]) => Reflect.get(globalThis, name)[event], [SEEN, type] as const);
  try {
    await page.evaluate((name) => {
      const seen = { dragover: 0, drop: 0 };
      Reflect.set(globalThis, name, seen);
      for (const type of ['dragover', 'drop'] as const) {
        const note = (): void => {
          seen[type] += 1;
        };
        addEventListener(type, note, { capture: true });
      }
    }, SEEN);
    // A busy page may miss the start of a drag. Chromium silently refuses a drop that comes before the page has answered the
    // drag. In both cases the drag starts again.
    while ((await count('drop')) === 0) {
      const before = await count('dragover');
      mouse('mouseReleased', from);
      mouse('mousePressed', from);
      for (const way of [5, 10, 15, 20]) mouse('mouseMoved', { x: from.x + way, y: from.y + way });
      for (let moves = 0; moves < MOVES && (await count('dragover')) === before; moves += 1) {
        mouse('mouseMoved', { x: to.x, y: to.y - (moves % 2) });
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
      }
      await page.evaluate(() => new Promise(requestAnimationFrame));
      mouse('mouseReleased', to);
      const dropped = page.waitForFunction((name) => Reflect.get(globalThis, name).drop > 0, SEEN, {
        timeout: LATE_MS,
      });
      await dropped.catch(() => undefined);
    }
  } finally {
    await cdp.detach();
  }
}
