import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { makeDownloads } from '../app/downloads.ts';
import { launchApp } from '../app/launch.ts';
import { type ListingService, startListingService } from '../app/listing-service.ts';
import { addListingAccount, openSpending } from '../app/spending.ts';
import { endsWithUs } from './children.ts';
import { type Line, line, type Target } from './line.ts';
import { type Conditions, MEBIBYTE, type Measurement } from './measurement.ts';
import { listOfRecords } from './spending-list.ts';
import { type Frames, longestTaskSince, scrollThrough, typingAnswers, watchTasks } from './spending-probe.ts';
import { residentMebibytes } from './window-memory.ts';

const RECORDS = 100_000;
const OTHER_SIZES = [10_000, 300_000];
const OTHER_ROUNDS = 3;
const WORDS = ['invoice', '0xab12', 'usd', 'ethereum 9'];
const GIVE_UP_AFTER_MS = 120_000;

type RecordList = ReturnType<typeof listOfRecords>;

type Round = {
  readonly usable: number;
  readonly longestTask: number;
  readonly keystroke: number;
  readonly slowFrames: number;
  readonly frames: number;
  readonly memory: number;
  readonly exportWritten: number;
  readonly export: number;
};

/** The whole app with an account that has spent a hundred thousand times; with fewer and more, to see how it grows. */
export const spendingHistory: Measurement = {
  name: 'spending',
  async run(conditions) {
    const lines: Line[] = [];
    for (const size of [...OTHER_SIZES.slice(0, 1), RECORDS, ...OTHER_SIZES.slice(1)]) {
      lines.push(...(await ofSize(conditions, size)));
    }
    return lines;
  },
};

async function ofSize(conditions: Conditions, size: number): Promise<readonly Line[]> {
  const { rounds, say } = conditions;
  const records = Math.max(2_000, Math.round(size * conditions.scale));
  const list = listOfRecords(records);
  const taken: Round[] = [];
  for (let number = 0; number < (size === RECORDS ? rounds : Math.min(rounds, OTHER_ROUNDS)); number += 1) {
    const round = await measure(conditions, list, records);
    taken.push(round);
    const words = Object.entries(round).map(([what, value]) => `${what} ${value.toFixed(1)}`);
    say(`${records} records, round ${number + 1}: ${words.join(', ')}`);
  }
  const name = `${records.toLocaleString('en')} records`;
  const of = (what: keyof Round): number[] => taken.map((round) => round[what]);
  // The targets are about the size that an account has after years; the others show the growth.
  const target = (atMost: number): Target => (size === RECORDS ? { atMost } : null);
  return [
    line(
      `${name} arriving (${Math.round(list.bytes / MEBIBYTE)} MiB): to a usable table`,
      'ms',
      of('usable'),
      target(700),
    ),
    line(`${name}: longest task in the window (0: none of 50 ms)`, 'ms', of('longestTask'), target(100)),
    line(`${name}: a keystroke in the filter answered (95th percentile)`, 'ms', of('keystroke'), target(50)),
    line(`${name}: frames over 33 ms, scrolling top to bottom`, '%', of('slowFrames'), target(2)),
    line(`${name}: frames drawn while scrolling`, '', of('frames')),
    line(`${name}: the window’s process (resident memory)`, 'MiB', of('memory'), target(300)),
    line(`${name}: export as CSV, written but not yet handed over`, 'ms', of('exportWritten')),
    line(`${name}: export as CSV, saved`, 'ms', of('export'), target(2000)),
  ];
}

async function measure({ folder }: Conditions, list: RecordList, records: number): Promise<Round> {
  const roundFolder = join(folder, 'round');
  await mkdir(roundFolder);
  const service = await startListingService();
  const downloads = await makeDownloads(roundFolder);
  const app = await launchApp({
    userData: join(roundFolder, 'user data'),
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', ...downloads.env },
  });
  endsWithUs(app.process);
  try {
    const { page } = app;
    await addListingAccount(page, service);
    await openSpending(page);
    await page.getByText('Nothing spent yet').waitFor();
    service.list(list.upTo);
    await watchTasks(page);
    const usable = await arrive(page, service, records);
    const typed = await typingAnswers(page, WORDS);
    const frames: Frames = await scrollThrough(page);
    const longestTask = await longestTaskSince(page);
    // The window is the largest of them: the others are spare, or held a question that has been answered.
    const sizes = await Promise.all((await rendererPids(page)).map((pid) => residentMebibytes([pid])));
    const memory = Math.max(...sizes);
    return {
      usable,
      longestTask,
      keystroke: percentile(typed, 95),
      slowFrames: (100 * frames.slow) / frames.all,
      frames: frames.all,
      memory,
      ...(await exported(page, downloads.path(`Spending Work ${new Date().toISOString().slice(0, 10)}.csv`), records)),
    };
  } finally {
    await app.quit();
    await service.close();
    await rm(roundFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** From the last byte of the list to all of it in the table: counted, summed up, its first rows drawn. */
async function arrive(page: Page, service: ListingService, records: number): Promise<number> {
  const shown = page.evaluate((count) => {
    return new Promise<number>((resolve) => {
      const look = (): void => {
        const total = document.querySelector('section[aria-label="Totals"] [role="status"]')?.textContent ?? '';
        const rows = document.querySelectorAll('tr[data-phase]').length;
        if (total.startsWith(count) && rows > 5) resolve(performance.timeOrigin + performance.now());
        else requestAnimationFrame(look);
      };
      look();
    });
  }, records.toLocaleString('en'));
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  const shownAt = await shown;
  const listedAt = service.listedAt();
  if (listedAt === null) throw new Error('The list was never asked for.');
  return shownAt - listedAt;
}

/** From the choice in the menu: until the app has the file, and until the person has it. */
async function exported(page: Page, path: string, records: number): Promise<Pick<Round, 'export' | 'exportWritten'>> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const submission = page.getByRole('menuitem', { name: 'Spreadsheet' });
  await submission.waitFor();
  const began = performance.now();
  await submission.click();
  // The button is away for as long as the file is being written.
  const written = page
    .getByRole('button', { name: 'Export', exact: true })
    .waitFor()
    .then(() => performance.now() - began);
  for (;;) {
    const looked = performance.now();
    if ((await endOf(path)) === '\r\n' && (await readFile(path, 'utf8')).split('\r\n').length === records + 2) {
      return { export: looked - began, exportWritten: await written };
    }
    if (performance.now() - began > GIVE_UP_AFTER_MS) throw new Error('The export never came.');
    await wait(20);
  }
}

/** The last two characters of a file that may not be there yet: cheap to look at again and again. */
async function endOf(path: string): Promise<string> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, Math.max(0, size - 2));
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  }
}

async function rendererPids(page: Page): Promise<number[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The window has no browser to ask.');
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)];
  if (value === undefined) throw new Error('Nothing was typed.');
  return value;
}
