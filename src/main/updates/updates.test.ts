import type { Logger } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../core/app.ts';
import { DomainEvents } from '../../core/domain-events.ts';
import type { ByHandReason, NewVersion, UpdateState } from '../../shared/bridge/updates.ts';
import { standardPreferences } from '../../shared/preferences.ts';
import type { Preferences } from '../preferences/preferences.ts';
import type { AppUpdater, DownloadProgress, UpdateOutcome } from './app-updater.ts';

const { quit } = vi.hoisted(() => ({ quit: vi.fn() }));
vi.mock('electron', () => ({ app: { quit }, autoUpdater: {} }));
const { Updates } = await import('./updates.ts');
type Updates = InstanceType<typeof Updates>;

const release: NewVersion = { version: '2.0.0', notes: 'Calmer.', size: 1_000 };
const done: UpdateOutcome<null> = { ok: true, value: null };
const available: UpdateState = { kind: 'available', release, byHand: null };
const ready: UpdateState = { kind: 'ready', release };

/** An updater whose answers the test sets. */
class AskedUpdater {
  readonly downloaded = null;
  readonly calls: string[] = [];
  found: UpdateOutcome<NewVersion | null> | Promise<UpdateOutcome<NewVersion | null>> = { ok: true, value: release };
  downloads: UpdateOutcome<null> | Promise<UpdateOutcome<null>> = done;
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
    return this.downloads;
  }

  async install() {
    this.calls.push('install');
  }
}

let updater: AskedUpdater;
let isBusy: boolean;
let wanted: boolean;
let seen: UpdateState[];
let opened: Updates[];
let events: DomainEvents;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 2) });
  updater = new AskedUpdater();
  quit.mockReset().mockImplementation(() => updater.calls.push('quit'));
  events = new DomainEvents((_, error) => {
    throw error;
  });
  events.on('updates.changed', ({ state }) => seen.push(state));
  isBusy = false;
  wanted = true;
  seen = [];
  opened = [];
});

afterEach(() => {
  for (const one of opened) one.close();
});

type Tuning = { readonly feed?: string | null; readonly byHand?: ByHandReason | null };

function open({ feed = 'https://updates.example/', byHand = null }: Tuning = {}): Updates {
  const updates = new Updates(
    feed === null ? null : { address: feed, publisherNames: [], configPath: '' },
    { appImage: null, byHand },
    async () => updater as unknown as AppUpdater,
    {
      get chosen() {
        return chosen();
      },
    } as Preferences,
    { isBusy: () => isBusy } as App,
    events,
    { warn: () => undefined, error: () => undefined } as unknown as Logger,
  );
  opened.push(updates);
  return updates;
}

const chosen = () => ({ ...standardPreferences, updates: wanted ? ('ask' as const) : ('off' as const) });
const preferencesChange = (): void => events.emit('preferences.changed', { chosen: chosen() });

async function withDownload(): Promise<Updates> {
  const updates = open();
  await updates.check();
  await updates.download();
  expect(updates.view.state).toEqual(ready);
  return updates;
}

test('a build without a feed never asks for updates', async () => {
  const updates = open({ feed: null });
  updates.begin();
  await updates.check();
  updates.install();
  preferencesChange();
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(updates.view).toEqual({ feed: null, state: { kind: 'off-in-build' } });
  expect(updater.calls).toEqual([]);
});

test('updates that are turned off ask no server', async () => {
  wanted = false;
  const updates = open();
  updates.begin();
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(updates.view.state).toEqual({ kind: 'off' });
  expect(updater.calls).toEqual([]);
});

test('the feed is asked 15 seconds after the start and every six hours', async () => {
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

test('a new version is shown and not downloaded', async () => {
  const updates = open();
  await updates.check();
  expect(seen).toEqual([{ kind: 'checking' }, available]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(updater.calls).toEqual(['check']);
});

test('a copy that cannot be replaced says why and downloads nothing', async () => {
  const updates = open({ byHand: 'package-manager' });
  await updates.check();
  expect(updates.view.state).toEqual({ ...available, byHand: 'package-manager' });
  await updates.download();
  expect(updater.calls).toEqual(['check']);
});

test('a download shows its progress and ends ready, not installed', async () => {
  const downloading = Promise.withResolvers<UpdateOutcome<null>>();
  updater.downloads = downloading.promise;
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

test('a cancelled download is available again and ignores late progress', async () => {
  const downloading = Promise.withResolvers<UpdateOutcome<null>>();
  updater.downloads = downloading.promise;
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
  updater.downloads = { ok: false, code: 'not-intact' };
  const updates = open();
  await updates.check();
  await updates.download();
  expect(updates.view.state).toEqual({ kind: 'failed', during: 'download', code: 'not-intact', release });
  updater.downloads = done;
  await updates.download();
  expect(updates.view.state).toEqual(ready);
});

test('a failed check says why and can be repeated', async () => {
  updater.found = { ok: false, code: 'unreachable' };
  const updates = open();
  await updates.check();
  expect(updates.view.state).toEqual({ kind: 'failed', during: 'check', code: 'unreachable', release: null });
  updater.found = { ok: true, value: release };
  await updates.check();
  expect(updates.view.state).toEqual(available);
});

test('a downloaded version stays ready if the next check fails', async () => {
  const updates = await withDownload();
  seen = [];
  updater.found = { ok: false, code: 'unreachable' };
  await updates.check();
  updater.found = { ok: true, value: release };
  await updates.check();
  expect(updates.view.state).toEqual(ready);
  expect(seen).toEqual([]);
});

test('a version that the feed withdraws is not installed', async () => {
  const updates = await withDownload();
  updater.found = { ok: true, value: null };
  await updates.check();
  updates.install();
  expect(updates.view.state).toMatchObject({ kind: 'idle' });
  expect(updater.calls).not.toContain('quit');
});

test('a newer version replaces the one that is ready', async () => {
  const updates = await withDownload();
  updater.found = { ok: true, value: { ...release, version: '2.0.1' } };
  await updates.check();
  expect(updates.view.state).toMatchObject({ kind: 'available', release: { version: '2.0.1' } });
});

test('nothing is installed while files are on their way', async () => {
  const updates = await withDownload();
  isBusy = true;
  expect(updates.install()).toMatchObject({ ok: false, error: { code: 'files-on-their-way' } });
  expect(updates.view.state).toEqual(ready);
  await updates.atEnd();
  isBusy = false;
  expect(updates.install().ok).toBe(true);
  expect(updates.view.state).toEqual({ kind: 'installing', release });
  void updates.atEnd();
  await vi.waitFor(() => expect(updater.calls).toEqual(['check', 'download', 'quit', 'install']));
});

test('turning updates off cancels a download, turning them on checks again', async () => {
  updater.downloads = new Promise(() => undefined);
  const updates = open();
  await updates.check();
  void updates.download();
  await vi.waitFor(() => expect(updater.calls).toContain('download'));
  wanted = false;
  preferencesChange();
  expect(updater.signal?.aborted).toBe(true);
  expect(updates.view.state).toEqual({ kind: 'off' });
  wanted = true;
  preferencesChange();
  await vi.waitFor(() => expect(updates.view.state).toEqual(available));
});

test('an updater that cannot be loaded is shown as a failure', async () => {
  const updates = open();
  updater.found = Promise.reject(new Error('no such file'));
  await updates.check();
  expect(updates.view.state).toMatchObject({ kind: 'failed', during: 'check', code: 'other' });
});
