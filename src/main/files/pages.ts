import { session } from 'electron';
import type { Logger } from 'pino';
import type { DomainEvents } from '../../core/domain-events.ts';
import type { Preferences } from '../../shared/preferences.ts';
import { clearPageStorage, lockDown } from '../security.ts';
import { serveApp } from './app-protocol.ts';
import { type SavedFiles, saveDownloads } from './downloads.ts';
import type { OfferedFiles } from './offered-files.ts';
import type { Printing } from './printing.ts';

type PagesParts = {
  /** Where the built pages lie. */
  readonly folder: string;
  readonly preferences: () => Preferences;
  /** The folder for files that a page saves. Throws if nothing can be saved there. */
  readonly downloads: () => string;
  /** The app's own folder, in which a file stays until it is whole. */
  readonly workFolder: string;
  /** Told of what was saved. */
  readonly saved: Pick<SavedFiles, 'tell'>;
  /** Pages that are to be printed, and files that are to be saved, have addresses of the app's own. */
  readonly printing: Pick<Printing, 'take'>;
  readonly offered: Pick<OfferedFiles, 'take'>;
  readonly events: DomainEvents;
  readonly log: Logger;
};

/** Locks the windows' session down and serves it the app's own pages and files. */
export async function openPages(parts: PagesParts): Promise<void> {
  const { folder, preferences, downloads, workFolder, saved, printing, offered, events, log } = parts;
  const pages = session.defaultSession;
  await lockDown(pages);
  void clearPageStorage(pages).catch((error: unknown) =>
    log.warn({ error }, 'the pages’ storage could not be cleared'),
  );
  serveApp(folder, printing, offered, preferences);
  saveDownloads(pages, {
    folder: downloads,
    workFolder,
    onSaved: (path) => saved.tell(path),
    onFailed: (fileName, why) => events.notice({ code: 'download-failed', fileName, why }),
  });
}
