import { readFile } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { app, autoUpdater as nativeUpdater } from 'electron';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { App } from '../../core/app.ts';
import type { DomainEvents } from '../../core/domain-events.ts';
import { nodeAgentTo } from '../../core/service/index.ts';
import { UPDATE_NOT_INSTALLED } from '../desktop/start-arguments.ts';
import type { Preferences } from '../preferences/preferences.ts';
import { relaunch } from '../relaunch.ts';
import type { AppUpdater } from './app-updater.ts';
import { replaceAppImage } from './appimage.ts';
import { installationOf } from './installation.ts';
import { Updates } from './updates.ts';

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
type Feed = { readonly address: string; readonly publisherNames: readonly string[]; readonly configPath: string };

type AppUpdates = {
  readonly updates: Updates;
  /** Installs what the user chose to install. Call it when all data is closed, as the last step of the app's end. */
  readonly atEnd: () => Promise<void>;
};

export async function openUpdates(
  preferences: Preferences,
  dropslip: App,
  events: DomainEvents,
  log: Logger,
): Promise<AppUpdates> {
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
  let loading: Promise<AppUpdater> | null = null;
  const updates = new Updates({
    feed: feed?.address ?? null,
    byHand: installation.byHand,
    updater: () => {
      if (feed === null) return Promise.reject(new Error('No feed is configured.'));
      loading ??= loadUpdater(feed, log);
      return loading;
    },
    quit: () => app.quit(),
    isWanted: () => preferences.chosen.updates === 'ask',
    isBusy: () => dropslip.isBusy(),
    onChange: (view) => events.emit('updates.changed', view),
    onProblem: (error) => log.warn({ error }, 'updates'),
  });
  events.on('preferences.changed', () => updates.preferencesChanged());

  const install = async (): Promise<void> => {
    const updater = await loading;
    if (updater === null) return;
    if (installation.appImage !== null && updater.downloaded !== null) {
      await pTimeout(replaceAppImage(updater.downloaded, installation.appImage), { milliseconds: INSTALL_MS });
      relaunch([]);
      return;
    }
    await pTimeout(updater.install(nativeUpdater), { milliseconds: INSTALL_MS });
    await wait(INSTALLER_STARTS_MS);
  };
  const atEnd = async (): Promise<void> => {
    if (!updates.isInstallDue) return;
    try {
      await install();
    } catch (error) {
      log.error({ error }, 'the new version was not installed');
      // The user expects that the app opens again.
      relaunch([UPDATE_NOT_INSTALLED]);
    }
  };
  return { updates, atEnd };
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
  const agentFor = async (): Promise<Agent> => nodeAgentTo(new URL(feed.address));
  return new AppUpdater(autoUpdater, agentFor);
}
