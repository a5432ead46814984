import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { AccountStore } from '../../src/core/accounts/account-store.ts';
import { practiceAccount } from '../../src/core/accounts/practice-account.ts';
import { DomainEvents } from '../../src/core/domain-events.ts';
import { Records, startEngine } from '../../src/core/records/index.ts';
import { closeConnections } from '../../src/core/service/index.ts';
import { GroupCommit, openDatabase } from '../../src/core/storage/index.ts';
import { knownFileQueries } from '../../src/core/submissions/index.ts';
import { addWork } from '../app/accounts.ts';
import { launchApp } from '../app/launch.ts';
import { openSpending } from '../app/spending.ts';
import { endsWithUs } from './children.ts';
import { line } from './line.ts';
import type { Measurement } from './measurement.ts';
import { listOfRecords } from './spending-list.ts';

const RECORDS = 100_000;
const accessToken = 'paging-token';
const accountId = practiceAccount.id;

/** A hundred thousand records of a service with credits, which lists them in pages. */
export const pages: Measurement = {
  name: 'pages',
  async run({ rounds, scale, folder, say }) {
    const count = Math.max(50_000, Math.round(RECORDS * scale));
    const service = await startPagingService(count);
    const taken: (OnScreen & WithoutWindow)[] = [];
    try {
      for (let number = 0; number < rounds; number += 1) {
        const roundFolder = join(folder, 'round');
        await mkdir(roundFolder);
        const round = {
          ...(await onScreen(service, roundFolder, count)),
          ...(await withoutWindow(service, roundFolder, count)),
        };
        await rm(roundFolder, { recursive: true, force: true, maxRetries: 5 });
        taken.push(round);
        say(
          `round ${number + 1}: first page ${round.first.toFixed(0)} ms, all ${round.all.toFixed(0)} ms, ` +
            `${round.ratio.toFixed(2)} times a bare loop, memory ${round.growth.toFixed(2)} times`,
        );
      }
    } finally {
      await service.close();
    }
    const of = (value: (round: OnScreen & WithoutWindow) => number) => taken.map(value);
    const name = `${count.toLocaleString('en')} records in pages`;
    return [
      line(
        `${name}: to the first page on the screen`,
        'ms',
        of(({ first }) => first),
        { atMost: 500 },
      ),
      line(
        `${name}: to all of them on the screen`,
        'ms',
        of(({ all }) => all),
        { atMost: 10_000 },
      ),
      line(
        `${name}: read and merged, to a loop that fetches and parses`,
        '×',
        of(({ ratio }) => ratio),
      ),
      line(
        `${name}: read again after a kill, of those on disk`,
        'records',
        of(({ again }) => again),
        { atMost: 0 },
      ),
      line(
        `${name}: memory after a second reading, to the first`,
        '×',
        of(({ growth }) => growth),
        { atMost: 1.2 },
      ),
    ];
  },
};

type PagingService = {
  readonly url: string;
  /** The offsets that were asked for. */
  readonly offsets: number[];
  /** Entries from this position on are not answered. */
  holdFrom: number;
  /** False: the list is empty. */
  isFilled: boolean;
  readonly close: () => Promise<void>;
};

async function startPagingService(count: number): Promise<PagingService> {
  const records: object[] = JSON.parse(listOfRecords(count).upTo(count).toString());
  const entries = records.map((record) => Buffer.from(JSON.stringify({ ...record, converted_fees: '1024' })));
  const [comma, head] = [Buffer.from(','), Buffer.from('{"state":"SUCCESS","message":"All.","data":[')];
  const page = (from: number, until: number): Buffer => {
    const some = entries.slice(from, until).flatMap((entry, index) => (index === 0 ? [entry] : [comma, entry]));
    return Buffer.concat([head, ...some, Buffer.from(`],"total":${count}}`)]);
  };
  const purse = { id: 'a1c9', credit_balance: '1000000', credit_used: '0' };
  const answers = new Map<string, unknown>([
    ['/v1/user/get_user', { state: 'SUCCESS', data: purse }],
    ['/v1/user/get_apps', { state: 'SUCCESS', data: [purse] }],
    ['/token_map', { state: 'SUCCESS', data: { 1: { ethereum: { token_address: '0x1', token_decimals: 18 } } } }],
    ['/health', { status: 'OK', message: 'Service is running' }],
  ]);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    const [limit, offset] = ['limit', 'offset'].map((name) => Number(searchParams.get(name))) as [number, number];
    const answer = answers.get(pathname);
    if (pathname === '/v1/user/get_all_expenditure') {
      if (!service.isFilled) response.end('{"state":"SUCCESS","data":[],"total":0}');
      else {
        service.offsets.push(offset);
        if (offset < service.holdFrom) response.end(page(offset, offset + limit));
      }
    } else if (answer === undefined) response.writeHead(404).end('{"error":"No such endpoint"}');
    else response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const service: PagingService = {
    url: `http://127.0.0.1:${address.port}`,
    offsets: [],
    holdFrom: Number.POSITIVE_INFINITY,
    isFilled: false,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return service;
}

/** Milliseconds from the click on Refresh. */
type OnScreen = { readonly first: number; readonly all: number };

async function onScreen(service: PagingService, folder: string, count: number): Promise<OnScreen> {
  const app = await launchApp({
    userData: join(folder, 'user data'),
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  });
  endsWithUs(app.process);
  service.isFilled = false;
  try {
    await addWork(app.page, { url: service.url, accessToken });
    await openSpending(app.page);
    await app.page.getByText('Nothing spent yet').waitFor();
    service.isFilled = true;
    const shown = watchTable(app.page, count.toLocaleString('en'));
    await app.page.getByRole('button', { name: 'Refresh', exact: true }).click();
    return await shown;
  } finally {
    await app.quit();
  }
}

/** Measures to the first rows of the table, and to the count of all records. */
function watchTable(page: Page, all: string): Promise<OnScreen> {
  return page.evaluate((count) => {
    return new Promise<{ first: number; all: number }>((resolve) => {
      let clicked = 0;
      let first = 0;
      addEventListener('click', () => {
        clicked ||= performance.now();
      });
      const look = (): void => {
        const now = performance.now();
        if (first === 0 && document.querySelectorAll('tr[data-phase]').length > 5) first = now - clicked;
        const total = document.querySelector('section[aria-label="Totals"] [role="status"]')?.textContent ?? '';
        if (total.startsWith(count)) resolve({ first, all: now - clicked });
        else requestAnimationFrame(look);
      };
      look();
    });
  }, all);
}

/** `again`: the records that were on the disk before a kill and were read again after it. */
type WithoutWindow = { readonly ratio: number; readonly again: number; readonly growth: number };

async function withoutWindow(service: PagingService, folder: string, count: number): Promise<WithoutWindow> {
  const databasePath = join(folder, 'dropslip.db');
  const database = openDatabase(databasePath);
  const { commit } = new GroupCommit(database);
  await new AccountStore(database, commit).add(practiceAccount, new Date().toISOString());
  const open = (): Records =>
    new Records(
      // Uses the built thread, because the app does not load sources.
      () =>
        startEngine(new URL('../../out/main/records.js', import.meta.url), {
          databasePath,
          ownFiles: knownFileQueries,
        }),
      database,
      join(folder, 'exports'),
      () => 'en',
      () => ({
        baseUrl: service.url,
        submitBaseUrl: null,
        serviceKind: 'credits',
        credentials: async () => ({ apiKey: null, accessToken }),
      }),
      { known: () => [], read: async () => undefined },
      Date.now,
      new DomainEvents(() => undefined),
    );
  service.isFilled = true;
  service.holdFrom = count / 2;
  let records = open();
  try {
    service.offsets.length = 0;
    const cutOff = records.refresh(accountId, 0);
    while ((service.offsets.at(-1) ?? 0) < service.holdFrom) await setTimeout(10);
    await records.stored();
    await records.close();
    await cutOff;
    service.holdFrom = Number.POSITIVE_INFINITY;
    const kept = Number(database.prepare('SELECT count(*) AS kept FROM records').get()?.kept);
    service.offsets.length = 0;
    records = open();
    await records.refresh(accountId, 0);
    const again = kept - (service.offsets[0] ?? 0);
    const ratio = (await timed(() => records.refresh(accountId, 0))) / (await timed(() => bareLoop(service, count)));
    const before = process.memoryUsage.rss();
    await records.refresh(accountId, 0);
    return { again, ratio, growth: process.memoryUsage.rss() / before };
  } finally {
    await records.close();
    database.close();
    closeConnections();
  }
}

async function bareLoop(service: PagingService, count: number): Promise<void> {
  for (let offset = 0; offset < count; ) {
    const limit = offset === 0 ? 500 : 20_000;
    const path = `/v1/user/get_all_expenditure?limit=${limit}&offset=${offset}`;
    const answer = JSON.parse(await (await fetch(`${service.url}${path}`)).text());
    offset += answer.data.length;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
