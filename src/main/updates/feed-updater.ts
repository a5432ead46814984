import type { Agent } from 'node:http';
import { join } from 'node:path';
import { CancellationToken } from 'builder-util-runtime';
import type { AppUpdater, NsisUpdater, UpdateInfo } from 'electron-updater';
import { z } from 'zod';
import type { NewVersion } from '../../shared/bridge/app/updates.ts';
import { type DownloadedFile, sha512Of } from './downloaded-file.ts';
import { FeedRequests } from './feed-requests.ts';
import { type DownloadProgress, plainNotes, type UpdateOutcome } from './index.ts';
import { updateFailureOf } from './update-failure.ts';
import type { UpdateFeed } from './update-feed.ts';

/** The longest feed. A feed has about 1 KB of YAML and the release notes. */
const MOST_INFO_BYTES = 64 * 1024;
/** Of an installer whose size the feed does not say. */
const MOST_INSTALLER_BYTES = 1024 * 1024 * 1024;
/** Of a line in the log, in characters: what cannot be read is in it as a whole. */
const LONGEST_LOGGED = 2_000;
const CHECK_MS = 60_000;
const PATIENCE_MS = 60_000;

export type FeedUpdaterParts = {
  readonly feed: UpdateFeed;
  /** What the installer's name ends in, without the dot. */
  readonly extension: 'AppImage' | 'exe' | 'zip';
  /** This app's. */
  readonly version: string;
  /** The system's folder for caches. */
  readonly cacheFolder: string;
  readonly agent: (url: URL) => Promise<Agent>;
  readonly log: UpdaterLog;
  /** Milliseconds without anything moving. */
  readonly patienceMs?: number;
  /** Milliseconds that a whole check may take. */
  readonly checkMs?: number;
};

type UpdaterLog = Record<'info' | 'warn' | 'error', (text: string) => void>;

/** What electron-updater has to know of the app around it. */
type Adapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>;
export type NewUpdater<OneUpdater extends AppUpdater> = (app: Adapter) => OneUpdater;

/** What is made use of here of what a feed says. */
const releaseShape = z.object({
  version: z.string().max(64),
  files: z
    .array(
      z.object({
        url: z.string().max(2_000),
        sha512: z.string().regex(/^[\w+/=-]{86,128}$/),
        size: z.int().positive().optional(),
      }),
    )
    .min(1)
    .max(100),
  releaseNotes: z.string().nullish().catch(null),
});

/**
 * electron-updater, asked step by step: it does nothing by itself, follows its feed to no other host, goes back to no older
 * version, and takes what is being tried out from a channel of that kind alone.
 */
export class FeedUpdater<OneUpdater extends AppUpdater = AppUpdater> {
  readonly updater: OneUpdater;
  readonly #parts: FeedUpdaterParts;
  readonly #log: UpdaterLog;
  readonly #requests: FeedRequests;
  #checking: Promise<unknown> = Promise.resolve();
  #downloading: Promise<unknown> = Promise.resolve();
  #mostBytes = MOST_INSTALLER_BYTES;
  #downloaded: DownloadedFile | null = null;

  constructor(parts: FeedUpdaterParts, newUpdater: NewUpdater<OneUpdater>) {
    const { feed, patienceMs = PATIENCE_MS } = parts;
    this.#parts = parts;
    this.#log = shortened(parts.log);
    this.#requests = new FeedRequests({ origin: feed.url.origin, patienceMs });
    this.updater = newUpdater(adapterOf(parts));
    // It makes one of its own only over Chromium, and has no other way to be given one.
    Object.assign(this.updater, { httpExecutor: this.#requests });
    this.#setUp();
  }

  /** The installer that was downloaded, as it was when it was looked at; null before that. */
  get downloaded(): DownloadedFile | null {
    return this.#downloaded;
  }

  check(): Promise<UpdateOutcome<NewVersion | null>> {
    const checking = this.#check();
    this.#checking = checking;
    return checking;
  }

  async #check(): Promise<UpdateOutcome<NewVersion | null>> {
    const deadline = setTimeout(() => this.#requests.abort(), this.#parts.checkMs ?? CHECK_MS);
    try {
      await this.#begin(MOST_INFO_BYTES);
      const found = await this.updater.checkForUpdates();
      return { ok: true, value: found?.isUpdateAvailable === true ? this.#read(found.updateInfo) : null };
    } catch (error) {
      return this.#failed(error, 'check');
    } finally {
      clearTimeout(deadline);
    }
  }

  async download(onProgress: (progress: DownloadProgress) => void, signal: AbortSignal): Promise<UpdateOutcome<null>> {
    // What is still being asked is about another version, if any, and its time is up sooner than a download's.
    this.#requests.abort();
    await this.#checking;
    // electron-updater gives the end of the download before, when that is still coming to its end.
    await this.#downloading.catch(() => undefined);
    const token = new CancellationToken();
    const cancel = (): void => {
      token.cancel();
      this.#requests.abort();
    };
    const tell = ({ transferred, total }: { readonly transferred: number; readonly total: number }): void =>
      onProgress({ received: transferred, total: total > 0 ? total : null });
    let refusal: unknown = null;
    const refuse = (error: unknown): void => {
      refusal ??= error;
    };
    signal.addEventListener('abort', cancel);
    this.updater.on('download-progress', tell);
    this.updater.on('error', refuse);
    try {
      await this.#begin(this.#mostBytes);
      if (signal.aborted) token.cancel();
      const downloading = this.updater.downloadUpdate(token);
      this.#downloading = downloading;
      const [path] = await downloading;
      // What macOS says against the file, or against an app that nobody has signed, fails no download of electron-updater's.
      if (refusal !== null) throw refusal;
      this.#downloaded = path === undefined ? null : { path, sha512: await sha512Of(path) };
      return { ok: true, value: null };
    } catch (error) {
      return this.#failed(error, 'download');
    } finally {
      signal.removeEventListener('abort', cancel);
      this.updater.off('download-progress', tell);
      this.updater.off('error', refuse);
    }
  }

  #setUp(): void {
    const { updater } = this;
    updater.logger = this.#log;
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    updater.disableWebInstaller = true;
    // A whole file has the digest that the feed names, and can be broken off at any byte.
    updater.disableDifferentialDownload = true;
    // Of an AppImage it wants to know, for a check, that it runs from one: so does `installation.ts`, which can say more.
    updater.forceDevUpdateConfig = true;
    const isSystemNewEnough = updater.isUpdateSupported;
    updater.isUpdateSupported = (info) => this.#isOfChannel(info) && isSystemNewEnough(info);
  }

  async #begin(mostBytes: number): Promise<void> {
    this.#requests.begin(await this.#parts.agent(this.#parts.feed.url), mostBytes);
  }

  /** Its version is a semantic one by now. */
  #isOfChannel({ version }: UpdateInfo): boolean {
    return this.#parts.feed.channel !== 'latest' || !version.includes('-');
  }

  #read(info: unknown): NewVersion {
    const { version, files, releaseNotes } = releaseShape.parse(info);
    const sizes = files.filter(({ url }) => url.toLowerCase().endsWith(this.#parts.extension.toLowerCase()));
    const size = Math.max(0, ...sizes.map((file) => file.size ?? 0));
    this.#mostBytes = size === 0 ? MOST_INSTALLER_BYTES : size;
    return { version, notes: plainNotes(releaseNotes ?? ''), size: size === 0 ? null : size };
  }

  #failed(error: unknown, during: 'check' | 'download'): UpdateOutcome<never> {
    this.#log.warn(`${during}: ${error instanceof Error ? error.message : String(error)}`);
    return { ok: false, code: error instanceof z.ZodError ? 'unreadable' : updateFailureOf(error, during) };
  }
}

function shortened({ info, warn, error }: UpdaterLog): UpdaterLog {
  const short = (text: unknown): string => String(text).slice(0, LONGEST_LOGGED);
  return {
    info: (text) => info(short(text)),
    warn: (text) => warn(short(text)),
    error: (text) => error(short(text)),
  };
}

/** What it keeps lies among the system's caches, nothing of it in the app's data folder. */
function adapterOf({ feed, version, cacheFolder }: FeedUpdaterParts): Adapter {
  return {
    version,
    name: 'dropslip',
    isPackaged: true,
    appUpdateConfigPath: feed.configPath,
    userDataPath: join(cacheFolder, feed.cacheFolder),
    baseCachePath: cacheFolder,
    whenReady: () => Promise.resolve(),
    // The app's end is the app's: it closes its data first.
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
}
