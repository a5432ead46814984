import { basename } from 'node:path';
import { session, shell } from 'electron';
import type { Logger } from 'pino';
import type { Preferences } from '../../../shared/preferences.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { followSystemProxy } from '../../service/index.ts';
import { clearPageStorage, lockDown } from '../security.ts';
import type { MainWindow } from '../window/main-window.ts';
import { serveApp } from './app-protocol.ts';
import { SavedFiles, saveDownloads } from './downloads.ts';
import { OfferedFiles } from './offered-files.ts';
import { Printing } from './printing.ts';

type PagesParts = {
  /** Where the built pages lie. */
  readonly folder: string;
  readonly window: Pick<MainWindow, 'send'>;
  readonly preferences: () => Preferences;
  /** Where what a page saves goes. */
  readonly downloads: () => string;
  readonly events: DomainEvents;
  readonly log: Logger;
};

/** Locks the windows' session down and serves it the app's own pages and files. */
export async function openPages({ folder, window, preferences, downloads, events, log }: PagesParts) {
  const pages = session.defaultSession;
  await lockDown(pages);
  void clearPageStorage(pages).catch((error: unknown) =>
    log.warn({ error }, 'what pages have stored could not be cleared'),
  );
  const printing = new Printing();
  const offered = new OfferedFiles();
  serveApp(folder, printing, offered, preferences);
  const saved = new SavedFiles((path) => shell.showItemInFolder(path));
  const onSaved = (path: string): void =>
    window.send({ kind: 'file-saved', savedId: saved.remember(path), fileName: basename(path) });
  saveDownloads(pages, {
    folder: downloads,
    onSaved,
    onFailed: (fileName) => events.notice({ code: 'download-failed', fileName }),
    onHomeless: (fileName) => events.notice({ code: 'download-homeless', fileName }),
  });
  // The windows' session knows only the way to nowhere; this one follows the system, and no page is ever in it.
  const systemRoutes = session.fromPartition('system-routes');
  followSystemProxy((url) => systemRoutes.resolveProxy(url));
  return { printing, offered, saved, onSaved };
}
