import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchApp } from '../app/launch.ts';
import { type ListingService, startListingService } from '../app/listing-service.ts';
import { addListingAccount, openSpending } from '../app/spending.ts';
import { endsWithUs } from './children.ts';
import { type Line, line } from './line.ts';
import { type Conditions, MEBIBYTE, type Measurement } from './measurement.ts';
import { listOfRecords } from './spending-list.ts';
import { typingAnswers } from './spending-probe.ts';

/** The most milliseconds until the table is usable, by number of records. */
const USABLE_WITHIN_MS = new Map([
  [100_000, 400],
  [300_000, 1_200],
]);
const KEYSTROKE_WITHIN_MS = 50;
const WORDS = ['invoice', '0xab12', 'usd', 'ethereum 9'];

type RecordList = ReturnType<typeof listOfRecords>;

type Round = {
  readonly usable: number;
  readonly keystroke: number;
};

/** The whole app with an account of a hundred thousand submissions, and three times as many. */
export const spendingHistory: Measurement = {
  name: 'spending',
  async run(conditions) {
    const lines: Line[] = [];
    for (const [size, usableWithinMs] of USABLE_WITHIN_MS) {
      lines.push(...(await ofSize(conditions, size, usableWithinMs)));
    }
    return lines;
  },
};

async function ofSize(conditions: Conditions, size: number, usableWithinMs: number): Promise<readonly Line[]> {
  const { rounds, say } = conditions;
  const records = Math.max(2_000, Math.round(size * conditions.scale));
  const list = listOfRecords(records);
  const taken: Round[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const { usable, keystroke } = await measure(conditions, list, records);
    taken.push({ usable, keystroke });
    say(
      `${records} records, round ${number + 1}: usable ${usable.toFixed(0)} ms, keystroke ${keystroke.toFixed(1)} ms`,
    );
  }
  const name = `${records.toLocaleString('en')} records`;
  const mebibytes = Math.round(list.bytes / MEBIBYTE);
  const [usable, keystrokes] = [taken.map((round) => round.usable), taken.map((round) => round.keystroke)];
  return [
    line(`${name} arriving (${mebibytes} MiB): to a usable table`, 'ms', usable, { atMost: usableWithinMs }),
    line(`${name}: a keystroke in the filter answered (95th percentile)`, 'ms', keystrokes, {
      atMost: KEYSTROKE_WITHIN_MS,
    }),
  ];
}

async function measure({ folder }: Conditions, list: RecordList, records: number): Promise<Round> {
  const roundFolder = join(folder, 'round');
  await mkdir(roundFolder);
  const service = await startListingService();
  const app = await launchApp({
    userData: join(roundFolder, 'user data'),
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  });
  endsWithUs(app.process);
  try {
    const { page } = app;
    await addListingAccount(page, service);
    await openSpending(page);
    await page.getByText('Nothing spent yet').waitFor();
    service.list(list.upTo);
    const usable = await arrive(page, service, records);
    return { usable, keystroke: percentile(await typingAnswers(page, WORDS), 95) };
  } finally {
    await app.quit();
    await service.close();
    await rm(roundFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Measures from the last byte of the list to the complete table: count, totals and first rows. */
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

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)];
  if (value === undefined) throw new Error('Nothing was typed.');
  return value;
}
