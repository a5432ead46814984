import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RecordedEvents } from '../domain-events.fixture.ts';
import { type AccountFixture, openFixture } from './accounts.fixture.ts';
import { PracticeThread, practiceAccount } from './practice-account.ts';

const script = new URL('../../practice-service/worker.ts', import.meta.url);

let folder: string;
let app: AccountFixture | null = null;
let practice: PracticeThread;
const told: string[] = [];
let events: RecordedEvents;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropslip-practice-'));
  told.length = 0;
  events = new RecordedEvents();
  events.on('practice.ready', () => told.push('ready'));
  events.on('practice.failed', ({ detail }) => told.push(detail));
  practice = new PracticeThread(script, join(folder, 'practice'), events);
});

afterEach(async () => {
  await app?.close();
  app = null;
  await practice.close();
  await rm(folder, { recursive: true, force: true });
});

test('what shows the practice account starts no service; who wants to reach it has it started, once', async () => {
  app = await openFixture({ practice });
  const { accounts } = app;
  expect(accounts.list().map(({ address }) => address)).toEqual([null]);
  expect([accounts.connections.submitBy(practiceAccount.id), accounts.hasNode(practiceAccount.id)]).toEqual([
    { variant: 'api-key' },
    true,
  ]);
  expect(existsSync(join(folder, 'practice'))).toBe(false);
  // Who cannot wait for it is told that it can't be reached yet, and asks again when it is up.
  expect(accounts.connections.destination(practiceAccount.id)).toBeNull();
  const [one, other] = await Promise.all([
    accounts.connections.reach(practiceAccount.id),
    accounts.connections.reach(practiceAccount.id),
  ]);
  expect(one?.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
  expect(other?.baseUrl).toBe(one?.baseUrl);
  expect(accounts.connections.destination(practiceAccount.id)?.connection.baseUrl).toBe(one?.baseUrl);
  expect(told).toEqual(['ready']);
});

test('one that cannot start is told of when it is first needed, and keeps nobody waiting', async () => {
  practice = new PracticeThread(new URL('missing-worker.ts', import.meta.url), folder, events);
  app = await openFixture({ practice });
  expect(told).toEqual([]);
  expect(await app.accounts.connections.reach(practiceAccount.id)).toBeNull();
  expect(told).toEqual([expect.stringContaining('missing-worker')]);
  await practice.close();
});

test('one that is closed is not started any more', async () => {
  await practice.close();
  await practice.start();
  expect(practice.url()).toBeNull();
});
