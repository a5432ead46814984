import type { Page } from '@playwright/test';
import { z } from 'zod';

/** The property of the page that holds the probe. */
const PROBE = 'dropslipBench';

const seen = z.object({
  /** Epoch milliseconds; null before the event. */
  droppedAt: z.number().nullable(),
  firstRowAt: z.number().nullable(),
  longestTask: z.number(),
});

/**
 * Installs a probe that records the time of the drop, the time of the first painted row, and the longest task in
 * between and after, without the time in which Chromium creates the file objects. Call it before the drop.
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
        // Uses the time of the event, because this listener may run later.
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

/** The time of the drop (epoch milliseconds), and the milliseconds to the first row. */
export async function sinceDrop(page: Page): Promise<{ readonly droppedAt: number; readonly firstRow: number }> {
  const { droppedAt, firstRowAt } = await read(page);
  if (droppedAt === null || firstRowAt === null) throw new Error('The window saw no drop, or showed no row.');
  return { droppedAt, firstRow: firstRowAt - droppedAt };
}

/** Milliseconds; 0 if no task took 50 ms, the least that a browser reports. */
export async function longestTask(page: Page): Promise<number> {
  return (await read(page)).longestTask;
}

async function read(page: Page): Promise<z.infer<typeof seen>> {
  return seen.parse(await page.evaluate((name): unknown => Reflect.get(window, name), PROBE));
}
