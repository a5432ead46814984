import { setTimeout as wait } from 'node:timers/promises';
import { app, autoUpdater } from 'electron';
import { AppImageUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
import { getAppCacheDir } from 'electron-updater/out/AppAdapter.js';
import { relaunch } from '../relaunch.ts';
import { placeBeside, takePlace } from './appimage.ts';
import { type DownloadedFile, requireUnchanged } from './downloaded-file.ts';
import { FeedUpdater, type FeedUpdaterParts } from './feed-updater.ts';
import type { UpdateOutcome, Updater } from './index.ts';
import type { Installation } from './installation.ts';
import { handOverToSquirrel } from './squirrel.ts';
import { updateFailureOf } from './update-failure.ts';

/** In which Windows says that the installer needs more rights, and is then asked for them; and Squirrel writes down what to open again. */
const INSTALLER_STARTS_MS = 1_000;

/** An `Updater` of this copy of the app, and what the app's very end does for it. */
export type AppUpdater = Updater & {
  /** When all that the app has is on the disk and closed: puts in place what `install` was called for. Rejects where it cannot. */
  readonly atEnd: () => Promise<void>;
};

/** How one kind of installation is done. */
type Steps = {
  /** Of which anything may still be taken back. */
  readonly prepare: () => Promise<void>;
  readonly atEnd: () => Promise<void>;
};

/** In a file that is not loaded before a feed is asked: electron-updater comes with it. */
export function appUpdaterOf(
  { kind, appImage }: Installation,
  given: Omit<FeedUpdaterParts, 'extension' | 'version' | 'cacheFolder'>,
): AppUpdater {
  const parts = { ...given, version: app.getVersion(), cacheFolder: getAppCacheDir() };
  switch (kind) {
    case 'appimage': {
      const feed = new FeedUpdater(
        { ...parts, extension: 'AppImage' },
        (adapter) => new AppImageUpdater(null, adapter),
      );
      return appUpdater(feed, appImageSteps(feed, appImage ?? ''));
    }
    case 'nsis': {
      const feed = new FeedUpdater({ ...parts, extension: 'exe' }, (adapter) => new NsisUpdater(null, adapter));
      return appUpdater(feed, {
        prepare: () => requireAsDownloaded(feed),
        atEnd: async () => {
          if (!feed.updater.install(true, true)) throw new Error('The installer was not started.');
          await wait(INSTALLER_STARTS_MS);
        },
      });
    }
    case 'mac': {
      const feed = new FeedUpdater({ ...parts, extension: 'zip' }, (adapter) => new MacUpdater(undefined, adapter));
      return appUpdater(feed, {
        prepare: () => requireAsDownloaded(feed),
        atEnd: async () => {
          // Here, where nobody can want it otherwise any more. All windows are closed, so that it ends the app at once.
          await handOverToSquirrel(autoUpdater);
          feed.updater.quitAndInstall();
          await wait(INSTALLER_STARTS_MS);
        },
      });
    }
  }
}

function appImageSteps(feed: Pick<FeedUpdater, 'downloaded'>, appImage: string): Steps {
  let beside: string | null = null;
  return {
    prepare: async () => {
      beside = await placeBeside(downloadedBy(feed), appImage);
    },
    atEnd: async () => {
      if (beside !== null) await takePlace(beside, appImage);
      relaunch([]);
    },
  };
}

function downloadedBy({ downloaded }: Pick<FeedUpdater, 'downloaded'>): DownloadedFile {
  if (downloaded === null) throw new Error('Nothing is downloaded.');
  return downloaded;
}

async function requireAsDownloaded(feed: Pick<FeedUpdater, 'downloaded'>): Promise<void> {
  const downloaded = downloadedBy(feed);
  await requireUnchanged(downloaded, downloaded.path);
}

function appUpdater(feed: Pick<FeedUpdater, 'check' | 'download'>, steps: Steps): AppUpdater {
  let isDue = false;
  return {
    check: () => feed.check(),
    download: (onProgress, signal) => feed.download(onProgress, signal),
    prepare: async (): Promise<UpdateOutcome<null>> => {
      try {
        await steps.prepare();
        return { ok: true, value: null };
      } catch (error) {
        return { ok: false, code: updateFailureOf(error, 'install') };
      }
    },
    install: () => {
      isDue = true;
      app.quit();
    },
    withdraw: () => {
      isDue = false;
    },
    atEnd: async () => {
      if (isDue) await steps.atEnd();
    },
  };
}
