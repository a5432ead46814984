import { session } from 'electron';
import type { Logger } from 'pino';
import type { Preferences } from '../../shared/preferences.ts';
import { clearPageStorage, lockDown } from '../security.ts';
import { serveApp } from './app-protocol.ts';
import { type Saving, saveDownloads } from './downloads.ts';
import type { Printing } from './printing.ts';

type PagesParts = {
  /** The folder of the built pages. */
  readonly folder: string;
  readonly preferences: () => Preferences;
  readonly saving: Saving;
  /** Serves the pages to print. */
  readonly printing: Pick<Printing, 'take'>;
  readonly log: Logger;
};

/** Locks down the windows' session and serves it the app's own pages and files. */
export async function openPages({ folder, preferences, saving, printing, log }: PagesParts): Promise<void> {
  const pages = session.defaultSession;
  await lockDown(pages);
  void clearPageStorage(pages).catch((error: unknown) =>
    log.warn({ error }, 'the pages’ storage could not be cleared'),
  );
  serveApp(folder, printing, preferences);
  saveDownloads(pages, saving);
}
