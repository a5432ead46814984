import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../app/electron.ts';
import { launchApp } from '../app/launch.ts';
import { startListingService } from '../app/listing-service.ts';
import { addListingAccount, openSpending } from '../app/spending.ts';
import { buildEmptyTemplate } from './empty-template.ts';
import { type Line, line } from './line.ts';
import type { Conditions, Measurement } from './measurement.ts';
import { listOfRecords } from './spending-list.ts';
import { type StartedApp, startOnElectron } from './start-probe.ts';

const RECORDS = 100_000;
const MOST_TIMES_AS_LONG = 1.25;
/** Prevents access to the user's keychain, and waiting for a missing one. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };

type Subject = {
  readonly name: string;
  readonly start: () => Promise<StartedApp>;
};

/**
 * From the start of the process to a window that is drawn and accepts input, compared with an empty template on the
 * same Electron. Each round starts all of them, so that other load affects all equally.
 */
export const start: Measurement = {
  name: 'start',
  async run(conditions) {
    const [template, ...own] = await inRounds(conditions);
    return [
      line(`start to usable window: ${template.name}`, 'ms', template.values),
      ...own.flatMap(({ name, values }): Line[] => [
        line(`start to usable window: ${name}`, 'ms', values),
        line(`start to usable window: ${name}, by the template of its round`, '×', ratios(values, template.values), {
          atMost: MOST_TIMES_AS_LONG,
        }),
      ]),
    ];
  },
};

type Measured = { readonly name: string; readonly values: number[] };

/** Starts each subject once per round. The template is the first result. */
async function inRounds(conditions: Conditions): Promise<[Measured, ...Measured[]]> {
  const { rounds, say } = conditions;
  const subjects = await subjectsIn(conditions);
  // Fills the caches of compiled scripts.
  for (const subject of subjects) await (await subject.start()).quit();
  const [template, ...own] = subjects.map((subject) => ({ subject, name: subject.name, values: [] as number[] }));
  if (template === undefined) throw new Error('There is nothing to measure.');
  const all = [template, ...own];
  for (let round = 0; round < rounds; round += 1) {
    // Rotates the order, so that no subject always follows the same other one.
    for (let place = 0; place < all.length; place += 1) {
      const { subject, name, values } = all[(round + place) % all.length] ?? template;
      const { usableMs, quit } = await subject.start();
      await quit();
      values.push(usableMs);
      say(`round ${round + 1}, ${name}: ${usableMs.toFixed(0)} ms`);
    }
  }
  return [template, ...own];
}

function ratios(values: readonly number[], by: readonly number[]): number[] {
  return values.map((value, round) => value / (by[round] ?? Number.NaN));
}

async function subjectsIn({ folder, scale }: Conditions): Promise<readonly Subject[]> {
  const template = await buildEmptyTemplate(folder);
  const records = Math.max(2_000, Math.round(RECORDS * scale));
  const kept = await withRecords(join(folder, 'with records', 'data'), records);
  const newFolder = async (): Promise<string> => join(await mkdtemp(join(folder, 'empty-')), 'data');
  const own = (userData: string) =>
    startOnElectron(root, join(userData, '..'), { ...noKeychain, DROPSLIP_USER_DATA: userData });
  return [
    {
      name: 'an empty electron-vite template',
      start: async () => {
        const userData = await newFolder();
        return startOnElectron(template, join(userData, '..'), { EMPTY_TEMPLATE_USER_DATA: userData });
      },
    },
    { name: 'Dropslip, an empty data folder', start: async () => own(await newFolder()) },
    { name: `Dropslip, ${records.toLocaleString('en')} records`, start: () => own(kept) },
  ];
}

/** Creates a data folder with an account of `count` submissions, by running and quitting the app. */
async function withRecords(userData: string, count: number): Promise<string> {
  await mkdir(userData, { recursive: true });
  const service = await startListingService();
  const app = await launchApp({ userData, env: noKeychain });
  try {
    await addListingAccount(app.page, service);
    service.list(listOfRecords(count).upTo);
    await openSpending(app.page);
    const total = app.page.locator('section[aria-label="Totals"] [role="status"]');
    await app.page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await total.filter({ hasText: count.toLocaleString('en') }).waitFor({ timeout: 120_000 });
  } finally {
    await app.quit();
    await service.close();
    await rm(join(userData, 'logs'), { recursive: true, force: true });
  }
  return userData;
}
