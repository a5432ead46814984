import { app } from 'electron';
import type { Logger } from 'pino';
import type { DomainEvents } from '../../core/domain-events.ts';
import { wayOut } from '../../core/service/index.ts';
import type { UnderWay } from '../../shared/bridge/app/updates.ts';
import type { Preferences } from '../../shared/preferences.ts';
import { UPDATE_NOT_INSTALLED } from '../desktop/start-arguments.ts';
import { relaunch } from '../relaunch.ts';
import type { AppUpdater } from './app-updater.ts';
import { Updates } from './index.ts';
import { type Installation, installationOf } from './installation.ts';
import { readUpdateFeed, type UpdateFeed, updateConfigPath } from './update-feed.ts';

type Parts = {
  readonly preferences: { readonly chosen: Pick<Preferences, 'updates'> };
  readonly dropslip: { readonly underWay: () => UnderWay };
  readonly events: DomainEvents;
  readonly log: Logger;
};

/** Updates of this copy of the app, and what its very end does for them. */
type AppUpdates = { readonly updates: Updates; readonly atEnd: () => Promise<void> };

export async function openUpdates({ preferences, dropslip, events, log }: Parts): Promise<AppUpdates> {
  const feed = await readUpdateFeed(updateConfigPath(app.isPackaged)).catch((error: unknown) => {
    log.warn({ error }, 'the configuration of updates cannot be understood');
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
    feed: feed?.url.href ?? null,
    byHand: installation.byHand,
    updater: () => {
      if (feed === null) return Promise.reject(new Error('No feed is configured.'));
      loading ??= loadAppUpdater(installation, feed, log);
      return loading;
    },
    isWanted: () => preferences.chosen.updates === 'ask',
    underWay: () => dropslip.underWay(),
    onChange: (view) => events.emit('updates.changed', view),
    now: Date.now,
    onProblem: (error) => log.warn({ error }, 'updates'),
  });
  events.on('preferences.changed', () => updates.preferencesChanged());
  for (const arrives of ['submissions.changed', 'deposits.changed', 'retrieval.changed'] as const)
    events.on(arrives, () => updates.lookAgain());
  const atEnd = async (): Promise<void> => {
    try {
      await (await loading)?.atEnd();
    } catch (error) {
      log.error({ error }, 'the new version was not installed');
      // The person was told that the app opens again.
      relaunch([UPDATE_NOT_INSTALLED]);
    }
  };
  return { updates, atEnd };
}

async function loadAppUpdater(installation: Installation, feed: UpdateFeed, log: Logger): Promise<AppUpdater> {
  const { appUpdaterOf } = await import('./app-updater.ts');
  return appUpdaterOf(installation, {
    feed,
    agent: async (url) => (await wayOut(url)).agent,
    log: {
      // It has the id by which a staged rollout is told which copies it is for.
      info: () => undefined,
      warn: (text) => log.warn(text),
      error: (text) => log.error(text),
    },
  });
}
