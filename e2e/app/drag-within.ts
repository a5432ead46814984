import type { Page } from '@playwright/test';

type Place = { readonly x: number; readonly y: number };

/** The property of the page that counts the drag events. */
const SEEN = 'ownDragSeen';
/** The number of mouse moves after which a page has seen the drag, if it started. */
const MOVES = 60;
/** If the page does not see a drop within this time, Chromium has refused it. */
const LATE_MS = 3_000;

/**
 * Drags an element, including its files, from one place of the window to another with the mouse. (Playwright's mouse
 * intercepts the drag and loses the files.)
 */
export async function dragWithin(page: Page, from: Place, to: Place): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  // Chromium may not answer mouse events during a drag.
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
