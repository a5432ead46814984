import type { Page } from '@playwright/test';
import { z } from 'zod';

/** The name under which the probe keeps what it saw in the page. */
const PROBE = 'dropslipBench';

const seen = z.object({
  /** Epoch milliseconds; null before it happened. */
  droppedAt: z.number().nullable(),
  firstRowAt: z.number().nullable(),
  longestTask: z.number(),
});

/**
 * Puts a probe into the page that notes when files are dropped, when the first row is painted, and how long the longest task was
 * from then on, without the time in which Chromium makes an object of each file. Call it before the drop.
 */
export async function watchDrop(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const probe = {
      droppedAt: null as number | null,
      firstRowAt: null as number | null,
      longestTask: 0,
    };
    Reflect.set(window, name, probe);
    const instant = (): number => performance.timeOrigin + performance.now();
    const lookForRow = (): void => {
      if (document.querySelector('tr[data-state]') === null) requestAnimationFrame(lookForRow);
      else probe.firstRowAt = instant();
    };
    window.addEventListener(
      'drop',
      (event) => {
        // The event was made when the system handed the files over, which may be before this listener had its turn.
        probe.droppedAt = performance.timeOrigin + event.timeStamp;
        new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries()) {
            const before = Math.max(0, event.timeStamp - startTime);
            probe.longestTask = Math.max(probe.longestTask, duration - before);
          }
        }).observe({ type: 'longtask' });
        requestAnimationFrame(lookForRow);
      },
      { capture: true, once: true },
    );
  }, PROBE);
}

/** The instant of the drop (epoch milliseconds), and how long after it the first row was there. */
export async function sinceDrop(page: Page): Promise<{ readonly droppedAt: number; readonly firstRow: number }> {
  const { droppedAt, firstRowAt } = await read(page);
  if (droppedAt === null || firstRowAt === null) throw new Error('The window saw no drop, or showed no row.');
  return { droppedAt, firstRow: firstRowAt - droppedAt };
}

/** Milliseconds; 0 when no task took 50 ms, the shortest that a browser reports. */
export async function longestTask(page: Page): Promise<number> {
  return (await read(page)).longestTask;
}

async function read(page: Page): Promise<z.infer<typeof seen>> {
  return seen.parse(await page.evaluate((name): unknown => Reflect.get(window, name), PROBE));
}
