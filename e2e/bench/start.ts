import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { launchApp } from '../app/launch.ts';
import { startListingService } from '../app/listing-service.ts';
import { addListingAccount, openSpending } from '../app/spending.ts';
import { buildEmptyTemplate } from './empty-template.ts';
import { type Line, line, median } from './line.ts';
import type { Conditions, Measurement } from './measurement.ts';
import { processMemory } from './process-memory.ts';
import { listOfRecords } from './spending-list.ts';
import { ownFolder, startOnHost } from './start-probe.ts';

const RECORDS = 100_000;
const MOST_TIMES_AS_LONG = 1.25;
const MOST_MEBIBYTES = 140;
const IDLE_AFTER_MS = 8_000;
/** No keychain of whoever measures is asked, and none that is not there is waited for. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };

type Subject = {
  readonly name: string;
  readonly app: string;
  /** The environment that leads to its data: a folder of its own for each start, or the one that it has. */
  readonly env: () => Promise<Readonly<Record<string, string>>>;
};

/**
 * From the start of the process to a window that is drawn and hears, held against an empty template on the same host: each
 * round starts all of them, so that what else the machine does falls on all alike.
 */
export const start: Measurement = {
  name: 'start',
  async run(conditions) {
    const { rounds, say } = conditions;
    const subjects = await subjectsIn(conditions);
    // What is compiled is kept from here on.
    for (const subject of subjects) await startedIn(subject);
    const taken = new Map(subjects.map(({ name }): [string, number[]] => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      // None is always the first after another.
      const order = [...subjects.slice(round % subjects.length), ...subjects.slice(0, round % subjects.length)];
      for (const subject of order) taken.get(subject.name)?.push(await startedIn(subject));
      say(`round ${round + 1}: ${[...taken].map(([name, ms]) => `${name} ${ms.at(-1)?.toFixed(0)} ms`).join(', ')}`);
    }
    const [template = [], ...own] = [...taken.values()];
    const names = subjects.slice(1).map(({ name }) => name);
    return [
      line('start to usable window: an empty electron-vite template', 'ms', template),
      ...own.flatMap((ms, index): Line[] => [
        line(`start to usable window: ${names[index]}`, 'ms', ms),
        line(
          `start to usable window: ${names[index]}, by the template of its round`,
          '×',
          ms.map((value, round) => value / (template[round] ?? median(template))),
          { atMost: MOST_TIMES_AS_LONG },
        ),
      ]),
    ];
  },
};

/** What the process of the app takes that shows an empty queue, with all its threads, once there is nothing to do. */
export const idleMemory: Measurement = {
  name: 'idle',
  async run(conditions) {
    const { rounds, say } = conditions;
    const lines: Line[] = [];
    for (const subject of await subjectsIn(conditions)) {
      const resident: number[] = [];
      const proportional: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const app = await startOnHost(subject.app, await subject.env());
        await wait(IDLE_AFTER_MS);
        const memory = await processMemory(app.process.pid ?? 0);
        await app.quit();
        say(`${subject.name}: ${memory.resident.toFixed(0)} MiB, ${memory.proportional.toFixed(0)} MiB proportionally`);
        resident.push(memory.resident);
        proportional.push(memory.proportional);
      }
      const target = subject.app === ownFolder ? { atMost: MOST_MEBIBYTES } : null;
      lines.push(line(`idle main process, host and threads included: ${subject.name}`, 'MiB', resident, target));
      lines.push(line(`the same, shared pages by their share: ${subject.name}`, 'MiB', proportional));
    }
    return lines;
  },
};

async function startedIn({ app, env }: Subject): Promise<number> {
  const { usableMs, quit } = await startOnHost(app, await env());
  await quit();
  return usableMs;
}

async function subjectsIn({ folder, scale }: Conditions): Promise<readonly Subject[]> {
  const template = await buildEmptyTemplate(folder);
  const records = Math.max(2_000, Math.round(RECORDS * scale));
  const kept = await withRecords(join(folder, 'with records'), records);
  const newFolder = (): Promise<string> => mkdtemp(join(folder, 'empty-'));
  return [
    {
      name: 'the template',
      app: template,
      env: async () => ({ EMPTY_TEMPLATE_USER_DATA: await newFolder() }),
    },
    {
      name: 'Dropslip, an empty data folder',
      app: ownFolder,
      env: async () => ({ ...noKeychain, DROPSLIP_USER_DATA: await newFolder() }),
    },
    {
      name: `Dropslip, ${records.toLocaleString('en')} records`,
      app: ownFolder,
      env: async () => ({ ...noKeychain, DROPSLIP_USER_DATA: kept }),
    },
  ];
}

/** A data folder with an account that has spent so many times, left as it is by an app that was ended. */
async function withRecords(userData: string, count: number): Promise<string> {
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
