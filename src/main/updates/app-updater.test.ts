import { beforeEach, expect, test, vi } from 'vitest';
import type { Installation } from './installation.ts';

const { app, squirrel, updater } = vi.hoisted(() => ({
  app: { getVersion: () => '1.0.0', quit: vi.fn() },
  squirrel: { handOver: vi.fn(async () => undefined) },
  updater: { install: vi.fn(() => true), quitAndInstall: vi.fn() },
}));
vi.mock('electron', () => ({ app, autoUpdater: {} }));
vi.mock('./squirrel.ts', () => ({ handOverToSquirrel: squirrel.handOver }));
vi.mock('./downloaded-file.ts', () => ({ requireUnchanged: async () => undefined }));
vi.mock('./feed-updater.ts', () => ({
  FeedUpdater: class {
    readonly updater = updater;
    readonly downloaded = { path: 'new', sha512: '' };
  },
}));

const { appUpdaterOf } = await import('./app-updater.ts');

function updaterOf(kind: Installation['kind']) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const feed = { url: new URL('https://updates.example/'), channel: 'latest', configPath: '', cacheFolder: '' };
  return appUpdaterOf(
    { kind, appImage: null, byHand: null },
    { feed: { ...feed, publisherNames: [] }, agent: () => Promise.reject(new Error('unused')), log },
  );
}

beforeEach(() => vi.clearAllMocks());

test('on macOS nothing is handed to the system that could still be taken back', async () => {
  const mac = updaterOf('mac');
  expect(await mac.prepare()).toEqual({ ok: true, value: null });
  mac.withdraw();
  await mac.atEnd();
  expect([squirrel.handOver.mock.calls.length, updater.quitAndInstall.mock.calls.length]).toEqual([0, 0]);
});

test('on macOS the system gets the new version when the app has closed all it has, and then installs it', async () => {
  const mac = updaterOf('mac');
  await mac.prepare();
  mac.install();
  expect([app.quit.mock.calls.length, squirrel.handOver.mock.calls.length]).toEqual([1, 0]);
  await mac.atEnd();
  expect(updater.quitAndInstall).toHaveBeenCalledOnce();
  const [handedOver, installed] = [squirrel.handOver, updater.quitAndInstall].map(
    (call) => call.mock.invocationCallOrder[0],
  );
  expect(handedOver).toBeLessThan(installed ?? 0);
});

test('a new version that cannot take its place at the end is a failure, for who opens the app again', async () => {
  squirrel.handOver.mockRejectedValueOnce(new Error('Squirrel does not answer.'));
  updater.install.mockReturnValueOnce(false);
  for (const kind of ['mac', 'nsis'] as const) {
    const one = updaterOf(kind);
    one.install();
    await expect(one.atEnd(), kind).rejects.toThrow();
  }
  expect(updater.quitAndInstall).not.toHaveBeenCalled();
});
