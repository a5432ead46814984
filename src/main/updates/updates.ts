import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { app, autoUpdater as nativeUpdater } from 'electron';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { App } from '../../core/app.ts';
import type { DomainEvents } from '../../core/domain-events.ts';
import { nodeAgentTo } from '../../core/service/index.ts';
import type { NewVersion, UpdateFailureCode, UpdateState, UpdatesView } from '../../shared/bridge/updates.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { UPDATE_NOT_INSTALLED } from '../desktop/start-arguments.ts';
import type { Preferences } from '../preferences/preferences.ts';
import { relaunch } from '../relaunch.ts';
import type { AppUpdater, UpdateOutcome } from './app-updater.ts';
import { replaceAppImage } from './appimage.ts';
import { type Installation, installationOf } from './installation.ts';

/** After the window can be used: users who start Dropslip want something else first. */
const FIRST_CHECK_MS = 15_000;
const CHECK_EVERY_MS = 6 * 60 * 60_000;
/** The AppImage is copied. Squirrel copies the app and verifies it. */
const INSTALL_MS = 120_000;
/** Windows may ask the user for more rights, and Squirrel writes down which app to open again. */
const INSTALLER_STARTS_MS = 1_000;

/** `app-update.yml`, which electron-builder writes into a package that has a feed. */
const updateConfig = z.object({
  provider: z.string(),
  owner: z.string().optional(),
  repo: z.string().optional(),
  url: z.string().optional(),
  publisherName: z.union([z.string(), z.array(z.string())]).default([]),
});

/** `address`: the place that users see as the source of updates. */
export type Feed = {
  readonly address: string;
  readonly publisherNames: readonly string[];
  readonly configPath: string;
};

/**
 * Looks for new versions, and downloads and installs one if the user chooses each step. Nothing is installed while files or
 * deposits are on their way, nor when the app is closed for another reason.
 */
export class Updates {
  readonly #feed: Feed | null;
  readonly #installation: Installation;
  readonly #load: (feed: Feed, log: Logger) => Promise<AppUpdater>;
  readonly #preferences: Preferences;
  readonly #dropslip: App;
  readonly #events: DomainEvents;
  readonly #log: Logger;
  #updater: Promise<AppUpdater> | null = null;
  #state: UpdateState;
  #lastCheck: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** The current step. The result of an aborted step is ignored. */
  #task = new AbortController();
  #isClosed = false;

  /** `feed`: null if none was configured when this build was packaged. `load` is called when a feed is first asked. */
  constructor(
    feed: Feed | null,
    installation: Installation,
    load: (feed: Feed, log: Logger) => Promise<AppUpdater>,
    preferences: Preferences,
    dropslip: App,
    events: DomainEvents,
    log: Logger,
  ) {
    this.#feed = feed;
    this.#installation = installation;
    this.#load = load;
    this.#preferences = preferences;
    this.#dropslip = dropslip;
    this.#events = events;
    this.#log = log;
    this.#state = this.#atRest();
    events.on('preferences.changed', () => this.#preferencesChanged());
  }

  static async open(preferences: Preferences, dropslip: App, events: DomainEvents, log: Logger): Promise<Updates> {
    const feed = await readFeed().catch((error: unknown) => {
      log.warn({ error }, 'the configuration of updates cannot be read');
      return null;
    });
    const installation = installationOf({
      platform: process.platform,
      execPath: process.execPath,
      resourcesPath: process.resourcesPath ?? '',
      environment: process.env,
      publisherNames: feed?.publisherNames ?? [],
    });
    return new Updates(feed, installation, loadUpdater, preferences, dropslip, events, log);
  }

  get view(): UpdatesView {
    return { feed: this.#feed?.address ?? null, state: this.#state };
  }

  /** Starts looking for new versions. More calls change nothing. */
  begin(): void {
    if (this.#feed !== null && this.#timer === null) this.#checkIn(FIRST_CHECK_MS);
  }

  /** Asks the feed. A version that was found before stays in sight if the feed does not answer. */
  async check(): Promise<void> {
    const before = this.#state;
    if (!['idle', 'available', 'failed', 'ready'].includes(before.kind)) return;
    const { signal } = this.#task;
    if (before.kind !== 'available' && before.kind !== 'ready') this.#become({ kind: 'checking' });
    const outcome = await this.#ask((updater) => updater.check());
    // The user has begun a download in the meantime.
    if (signal.aborted || (this.#state !== before && this.#state.kind !== 'checking')) return;
    if (!outcome.ok) {
      if (this.#state.kind === 'checking') this.#fail('check', outcome.code, null);
      return;
    }
    this.#lastCheck = new Date().toISOString();
    this.#found(before, outcome.value);
  }

  /** Downloads the available version, or tries again after a failure. */
  async download(): Promise<void> {
    const state = this.#state;
    if (state.kind !== 'failed' && !(state.kind === 'available' && state.byHand === null)) return;
    const { release } = state;
    if (release === null) return;
    const task = this.#abandon();
    const showProgress = (received: number, total: number | null): void => {
      if (!task.signal.aborted) this.#become({ kind: 'downloading', release, received, total });
    };
    showProgress(0, release.size);
    const outcome = await this.#ask((updater) =>
      updater.download(({ received, total }) => showProgress(received, total ?? release.size), task.signal),
    );
    if (task.signal.aborted) return;
    if (outcome.ok) this.#become({ kind: 'ready', release });
    else this.#fail('download', outcome.code, release);
  }

  cancel(): void {
    if (this.#state.kind !== 'downloading') return;
    this.#abandon();
    this.#become({ kind: 'available', release: this.#state.release, byHand: this.#installation.byHand });
  }

  /** Ends the app to install the new version. Errors: `files-on-their-way`. */
  install(): Result<null> {
    if (this.#state.kind !== 'ready') return success(null);
    if (this.#dropslip.isBusy()) return failure({ code: 'files-on-their-way' });
    this.#become({ kind: 'installing', release: this.#state.release });
    app.quit();
    return success(null);
  }

  /** Installs what the user chose to install. Call it when all data is closed, as the last step of the app's end. */
  async atEnd(): Promise<void> {
    if (this.#state.kind !== 'installing' || this.#updater === null) return;
    try {
      const updater = await this.#updater;
      const { appImage } = this.#installation;
      if (appImage !== null && updater.downloaded !== null) {
        await pTimeout(replaceAppImage(updater.downloaded, appImage), { milliseconds: INSTALL_MS });
        relaunch([]);
        return;
      }
      await pTimeout(updater.install(nativeUpdater), { milliseconds: INSTALL_MS });
      await wait(INSTALLER_STARTS_MS);
    } catch (error) {
      this.#log.error({ error }, 'the new version was not installed');
      // The user expects that the app opens again.
      relaunch([UPDATE_NOT_INSTALLED]);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#abandon();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #found(before: UpdateState, release: NewVersion | null): void {
    if (release === null) this.#become(this.#atRest());
    else if (before.kind === 'ready' && before.release.version === release.version) return;
    else this.#become({ kind: 'available', release, byHand: this.#installation.byHand });
  }

  /** Reads the user's choice again. */
  #preferencesChanged(): void {
    if (this.#state.kind === 'off-in-build') return;
    const wasOff = this.#state.kind === 'off';
    if (this.#isWanted === !wasOff) return;
    this.#abandon();
    this.#become(this.#atRest());
    if (wasOff) void this.check();
  }

  #atRest(): UpdateState {
    if (this.#feed === null) return { kind: 'off-in-build' };
    return this.#isWanted ? { kind: 'idle', lastCheck: this.#lastCheck } : { kind: 'off' };
  }

  get #isWanted(): boolean {
    return this.#preferences.chosen.updates === 'ask';
  }

  async #ask<Value>(ask: (updater: AppUpdater) => Promise<UpdateOutcome<Value>>): Promise<UpdateOutcome<Value>> {
    try {
      if (this.#feed === null) throw new Error('No feed is configured.');
      this.#updater ??= this.#load(this.#feed, this.#log);
      return await ask(await this.#updater);
    } catch (error) {
      this.#log.warn({ error }, 'updates');
      return { ok: false, code: 'other' };
    }
  }

  #fail(during: 'check' | 'download', code: UpdateFailureCode, release: NewVersion | null): void {
    this.#become({ kind: 'failed', during, code, release });
  }

  #become(state: UpdateState): void {
    if (this.#isClosed) return;
    this.#state = state;
    this.#events.emit('updates.changed', this.view);
  }

  /** Aborts the current step and begins another one. */
  #abandon(): AbortController {
    this.#task.abort();
    this.#task = new AbortController();
    return this.#task;
  }

  #checkIn(ms: number): void {
    this.#timer = setTimeout(() => {
      void this.check();
      this.#checkIn(CHECK_EVERY_MS);
    }, ms).unref();
  }
}

/** A package contains its configuration; a checkout has one only if `DROPSLIP_UPDATE_CONFIG` names it. */
async function readFeed(): Promise<Feed | null> {
  const configPath = app.isPackaged
    ? join(process.resourcesPath, 'app-update.yml')
    : process.env.DROPSLIP_UPDATE_CONFIG;
  if (configPath === undefined) return null;
  const text = await readFile(configPath, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const { load } = await import('js-yaml');
  const { provider, owner, repo, url, publisherName } = updateConfig.parse(load(text));
  const address = provider === 'github' ? `https://github.com/${owner}/${repo}/releases` : (url ?? provider);
  return { address, publisherNames: [publisherName].flat().filter((name) => name.trim() !== ''), configPath };
}

/** electron-updater is loaded when a feed is asked for the first time. */
async function loadUpdater(feed: Feed, log: Logger): Promise<AppUpdater> {
  const [{ default: electronUpdater }, { AppUpdater }] = await Promise.all([
    import('electron-updater'),
    import('./app-updater.ts'),
  ]);
  const { autoUpdater } = electronUpdater;
  autoUpdater.updateConfigPath = feed.configPath;
  autoUpdater.logger = { info: () => undefined, warn: (text) => log.warn(text), error: (text) => log.error(text) };
  return new AppUpdater(autoUpdater, async () => nodeAgentTo(new URL(feed.address)));
}
