import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { MEBIBYTE } from './measurement.ts';

const run = promisify(execFile);
const EVERY_MS = 500;

export type WindowMemory = {
  /** Ends the watch: the most that was seen above the start, in MiB. */
  readonly growth: () => Promise<{ readonly resident: number; readonly heap: number }>;
};

/**
 * Watches the memory of the window: what its process has resident, as a task manager shows it, and the JavaScript heap
 * in use. The start is measured after garbage was collected, the peak is not.
 */
export async function watchMemory(page: Page): Promise<WindowMemory> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The window has no browser to ask.');
  const whole = await browser.newBrowserCDPSession();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.collectGarbage');

  const look = async (): Promise<{ resident: number; heap: number }> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value;
    if (heap === undefined) throw new Error('The browser does not tell the size of the heap.');
    const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    return { resident: await residentMebibytes(renderers), heap: heap / MEBIBYTE };
  };

  const start = await look();
  const peak = { ...start };
  let watching = true;
  const sample = async (): Promise<void> => {
    const { resident, heap } = await look();
    peak.resident = Math.max(peak.resident, resident);
    peak.heap = Math.max(peak.heap, heap);
  };
  const sampling = (async () => {
    while (watching) {
      await sample();
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return {
    growth: async () => {
      watching = false;
      await sampling;
      await sample();
      return { resident: peak.resident - start.resident, heap: peak.heap - start.heap };
    },
  };
}

/** Of all renderer processes together: the app has one window, so a spare one changes little. */
export async function residentMebibytes(pids: readonly number[]): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', pids.join(',')]);
  const kibibytes = stdout.split('\n').reduce((sum, text) => sum + Number(text), 0);
  return kibibytes / 1024;
}
