import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ByHandReason, NewVersion, UnderWay, UpdateState } from '../../shared/bridge/app/updates.ts';
import type { DownloadProgress, UpdateOutcome, Updater } from './updater.ts';
import { Updates } from './updates.ts';

const release: NewVersion = { version: '2.0.0', notes: 'Calmer.', size: 1_000 };
const nothing: UnderWay = { files: 0, deposits: 0 };
const done: UpdateOutcome<null> = { ok: true, value: null };
const available: UpdateState = { kind: 'available', release, byHand: null };
const ready: UpdateState = { kind: 'ready', release, waitsFor: null };

/** One whose answers the test gives. */
class AskedUpdater implements Updater {
  readonly calls: string[] = [];
  found: UpdateOutcome<NewVersion | null> | Promise<UpdateOutcome<NewVersion | null>> = { ok: true, value: release };
  downloaded: UpdateOutcome<null> | Promise<UpdateOutcome<null>> = done;
  prepared: UpdateOutcome<null> | Promise<UpdateOutcome<null>> = done;
  tell: (progress: DownloadProgress) => void = () => undefined;
  signal: AbortSignal | null = null;

  async check() {
    this.calls.push('check');
    return this.found;
  }

  async download(onProgress: (progress: DownloadProgress) => void, signal: AbortSignal) {
    this.calls.push('download');
    this.tell = onProgress;
    this.signal = signal;
    return this.downloaded;
  }

  async prepare() {
    this.calls.push('prepare');
    return this.prepared;
  }

  install(): void {
    this.calls.push('install');
  }

  withdraw(): void {
    this.calls.push('withdraw');
  }
}

let updater: AskedUpdater;
let underWay: UnderWay;
let wanted: boolean;
let seen: UpdateState[];
let opened: Updates[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 2) });
  updater = new AskedUpdater();
  underWay = nothing;
  wanted = true;
  seen = [];
  opened = [];
});

afterEach(() => {
  for (const one of opened) one.close();
  vi.useRealTimers();
});

type Tuning = { readonly feed?: string | null; readonly byHand?: ByHandReason | null };

function open({ feed = 'https://updates.example/', byHand = null }: Tuning = {}): Updates {
  const updates = new Updates({
    feed,
    byHand,
    updater: async () => updater,
    isWanted: () => wanted,
    underWay: () => underWay,
    onChange: ({ state }) => seen.push(state),
    onProblem: () => undefined,
    now: Date.now,
  });
  opened.push(updates);
  return updates;
}

async function withDownload(): Promise<Updates> {
  const updates = open();
  await updates.check();
  await updates.download();
  expect(updates.view.state).toEqual(ready);
  return updates;
}

test('a build without a feed is off, and asks nobody whatever is wanted of it', async () => {
  const updates = open({ feed: null });
  updates.begin();
  await updates.check();
  await updates.install();
  updates.preferencesChanged();
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(updates.view).toEqual({ feed: null, state: { kind: 'off-in-build' } });
  expect(updater.calls).toEqual([]);
});

test('a person who wants no updates is not asked, and no server either', async () => {
  wanted = false;
  const updates = open();
  updates.begin();
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(updates.view.state).toEqual({ kind: 'off' });
  expect(updater.calls).toEqual([]);
});

test('the feed is asked a moment after the window can be used, however often that is said, and every six hours', async () => {
  updater.found = { ok: true, value: null };
  const updates = open();
  updates.begin();
  updates.begin();
  await vi.advanceTimersByTimeAsync(14_000);
  expect(updater.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(updates.view.state).toEqual({ kind: 'idle', lastCheck: '2026-01-02T00:00:15.000Z' });
  await vi.advanceTimersByTimeAsync(6 * 60 * 60_000);
  expect(updater.calls).toEqual(['check', 'check']);
});

test('a version that is found is told of and not downloaded', async () => {
  const updates = open();
  await updates.check();
  expect(seen).toEqual([{ kind: 'checking' }, available]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(updater.calls).toEqual(['check']);
});

test('where Dropslip cannot install it, it says why and downloads nothing', async () => {
  const updates = open({ byHand: 'package-manager' });
  await updates.check();
  expect(updates.view.state).toEqual({ ...available, byHand: 'package-manager' });
  await updates.download();
  expect(updater.calls).toEqual(['check']);
});

test('a download tells how far it is, and is ready and not installed when it is here', async () => {
  const downloading = Promise.withResolvers<UpdateOutcome<null>>();
  updater.downloaded = downloading.promise;
  const updates = open();
  await updates.check();
  const end = updates.download();
  await vi.waitFor(() => expect(updater.calls).toContain('download'));
  updater.tell({ received: 400, total: null });
  expect(updates.view.state).toEqual({ kind: 'downloading', release, received: 400, total: 1_000 });
  downloading.resolve(done);
  await end;
  expect(updates.view.state).toEqual(ready);
  expect(updater.calls).toEqual(['check', 'download']);
});

test('a download that is cancelled can be had again, and what still comes of it is not heard', async () => {
  const downloading = Promise.withResolvers<UpdateOutcome<null>>();
  updater.downloaded = downloading.promise;
  const updates = open();
  await updates.check();
  const end = updates.download();
  await vi.waitFor(() => expect(updater.calls).toContain('download'));
  updates.cancel();
  expect(updater.signal?.aborted).toBe(true);
  updater.tell({ received: 900, total: 1_000 });
  downloading.resolve(done);
  await end;
  expect(updates.view.state).toEqual(available);
});

test('a download that fails says why and can be tried again', async () => {
  updater.downloaded = { ok: false, code: 'not-intact' };
  const updates = open();
  await updates.check();
  await updates.download();
  expect(updates.view.state).toEqual({ kind: 'failed', during: 'download', code: 'not-intact', release });
  updater.downloaded = done;
  await updates.download();
  expect(updates.view.state).toEqual(ready);
});

test('a check that fails says why, and the next one is made all the same', async () => {
  updater.found = { ok: false, code: 'unreachable' };
  const updates = open();
  await updates.check();
  expect(updates.view.state).toEqual({ kind: 'failed', during: 'check', code: 'unreachable', release: null });
  updater.found = { ok: true, value: release };
  await updates.check();
  expect(updates.view.state).toEqual(available);
});

test('what is known stays in sight while the feed is asked again, and where it does not answer', async () => {
  const updates = await withDownload();
  seen = [];
  updater.found = { ok: false, code: 'unreachable' };
  await updates.check();
  updater.found = { ok: true, value: release };
  await updates.check();
  expect(updates.view.state).toEqual(ready);
  expect(seen).toEqual([]);
});

test('a version that the feed takes back is not installed', async () => {
  const updates = await withDownload();
  updater.found = { ok: true, value: null };
  await updates.check();
  await updates.install();
  expect(updates.view.state).toMatchObject({ kind: 'idle' });
  expect(updater.calls).not.toContain('install');
});

test('a version that the feed has put in place of the one that is ready has to be downloaded', async () => {
  const updates = await withDownload();
  updater.found = { ok: true, value: { ...release, version: '2.0.1' } };
  await updates.check();
  expect(updates.view.state).toMatchObject({ kind: 'available', release: { version: '2.0.1' } });
});

test('nothing is installed while something is on its way: it says what, and installs when that has arrived', async () => {
  const updates = await withDownload();
  underWay = { files: 2, deposits: 1 };
  await updates.install();
  expect(updates.view.state).toEqual({ ...ready, waitsFor: underWay });
  underWay = { files: 1, deposits: 0 };
  updates.lookAgain();
  expect(updates.view.state).toEqual({ ...ready, waitsFor: underWay });
  expect(updater.calls).not.toContain('prepare');
  underWay = nothing;
  updates.lookAgain();
  await vi.waitFor(() => expect(updater.calls).toEqual(['check', 'download', 'prepare', 'install']));
  expect(updates.view.state).toEqual({ kind: 'installing', release });
});

test('what is dropped while the installation is made ready is waited for', async () => {
  const updates = await withDownload();
  const prepared = Promise.withResolvers<UpdateOutcome<null>>();
  updater.prepared = prepared.promise;
  const end = updates.install();
  underWay = { files: 1, deposits: 0 };
  prepared.resolve(done);
  await end;
  expect(updates.view.state).toEqual({ ...ready, waitsFor: underWay });
  expect(updater.calls).not.toContain('install');
});

test('an installation that waits can be put off, and what arrives later does not begin it', async () => {
  const updates = await withDownload();
  underWay = { files: 1, deposits: 0 };
  await updates.install();
  updates.cancel();
  underWay = nothing;
  updates.lookAgain();
  expect(updates.view.state).toEqual(ready);
  expect(updater.calls).toEqual(['check', 'download']);
});

test('an installation that cannot be made ready says why, and the app goes on', async () => {
  const updates = await withDownload();
  updater.prepared = { ok: false, code: 'no-room' };
  await updates.install();
  expect(updates.view.state).toEqual({ kind: 'failed', during: 'install', code: 'no-room', release });
  expect(updater.calls).not.toContain('install');
});

test.each([
  ['wanted', true, ready],
  ['turned off', false, { kind: 'off' }],
])('an app that does not end takes its installation back, with updates %s by then', async (_word, isWanted, state) => {
  const updates = await withDownload();
  await updates.install();
  wanted = isWanted;
  updates.preferencesChanged();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(updater.calls.at(-1)).toBe('withdraw');
  expect(updates.view.state).toEqual(state);
});

test('who turns updates off ends what is under way, and who turns them on again has the feed asked', async () => {
  updater.downloaded = new Promise(() => undefined);
  const updates = open();
  await updates.check();
  void updates.download();
  await vi.waitFor(() => expect(updater.calls).toContain('download'));
  wanted = false;
  updates.preferencesChanged();
  expect(updater.signal?.aborted).toBe(true);
  expect(updates.view.state).toEqual({ kind: 'off' });
  wanted = true;
  updates.preferencesChanged();
  await vi.waitFor(() => expect(updates.view.state).toEqual(available));
});

test('an updater that cannot be loaded is a failure like others', async () => {
  const updates = open();
  updater.found = Promise.reject(new Error('no such file'));
  await updates.check();
  expect(updates.view.state).toMatchObject({ kind: 'failed', during: 'check', code: 'other' });
});
