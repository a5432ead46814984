import type { Page } from '@playwright/test';

/** Drops real files and folders on the window, as the system's file manager does. */
export async function dropPaths(page: Page, paths: readonly string[], at = { x: 400, y: 300 }): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  try {
    const data = { items: [], files: [...paths], dragOperationsMask: 1 };
    await cdp.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data });
    await cdp.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data });
    // The page's answer to `dragOver` travels to the browser by itself; a drop that overtakes it is refused.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await cdp.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
  } finally {
    await cdp.detach();
  }
}
