import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, nativeTheme, session, shell } from 'electron';
import { AppData } from '../../core/app-data.ts';
import { distrust } from '../../core/distrust.ts';
import { DomainEvents } from '../../core/domain-events.ts';
import { openLog } from '../../core/log.ts';
import { ownFolders } from '../../core/own-folders.ts';
import { dataFilePath } from '../../core/storage/index.ts';
import { threadScripts } from '../../core/thread-scripts.ts';
import { type Calls, listenForCalls } from '../calls/calls.ts';
import { isWindowWanted } from '../desktop/login-item.ts';
import type { OpenedFiles } from '../desktop/opened-files.ts';
import { serveApp } from '../files/app-protocol.ts';
import { chooseFolder, SavedFiles, type Saving, saveDownloads } from '../files/downloads.ts';
import { Printing } from '../files/printing.ts';
import { DownloadsFolder } from '../preferences/downloads-folder.ts';
import { Preferences } from '../preferences/preferences.ts';
import { clearPageStorage, lockDown } from '../security.ts';
import { ConsentWindows } from '../window/consent-window.ts';
import { MainWindow } from '../window/main-window.ts';
import { WindowPlace } from '../window/window-place.ts';
import { openOrAsk } from './damage-question.ts';
import type { Links } from './links.ts';
import type { UncaughtErrors } from './uncaught-errors.ts';

/** Opens the whole app on a data folder that this start owns, and shows its window. */
export async function start(launch: Launch): Promise<void> {
  const first = await openFirstWindow(launch);
  if (first === null) {
    app.exit(1);
    return;
  }
  const { run } = await import('./running.ts');
  await run({ ...launch, ...first });
}

export type FirstWindow = NonNullable<Awaited<ReturnType<typeof openFirstWindow>>>;

/**
 * Opens the data, and the window unless the system started the app at login. The window's process loads its page while
 * main loads the rest of the app. Null if the data is damaged and the user chose to close.
 */
async function openFirstWindow({ ready, userData, opened: openedFiles }: Launch) {
  const log = openLog(userData);
  const events = new DomainEvents((name, error) => log.error({ error, event: name }, 'a listener failed'));
  events.on('problem', ({ what, detail }) => log.error({ detail }, what));

  const databasePath = dataFilePath(join(userData, 'dropslip.db'));
  const opened = await openOrAsk(databasePath, Date.now(), distrust);
  if (opened.kind === 'closed') {
    log.warn({ why: opened.why }, 'the database was damaged');
    return null;
  }
  const data = new AppData(opened, databasePath, threadScripts(import.meta.url)('copy'), events, log);

  const isOwnPath = ownFolders(() => [userData, app.getPath('userData'), app.getPath('sessionData')], databasePath);
  const window = new MainWindow(preload('index'), new WindowPlace(data.database, data.commit));
  events.on('notice', ({ notice }) => window.sendOnceListening({ kind: 'notice', notice }));
  const downloads = new DownloadsFolder(
    data.database,
    data.commit,
    () => app.getPath('downloads'),
    (from) => chooseFolder(window.current, 'Choose where Dropslip saves files for you', from),
    isOwnPath,
  );
  const saved = new SavedFiles(
    (file) => window.send({ kind: 'file-saved', ...file }),
    (path) => shell.showItemInFolder(path),
  );
  const printing = new Printing();
  const saving: Saving = {
    folder: () => downloads.forSaving(),
    workFolder: join(userData, 'saving'),
    onSaved: (path) => saved.tell(path),
    onFailed: (fileName, why) => events.notice({ code: 'download-failed', fileName, why }),
  };
  const consentWindows = new ConsentWindows(() => window.current, preload('consent'));

  await ready;
  events.on('preferences.changed', ({ chosen }) => {
    nativeTheme.themeSource = chosen.appearance === 'auto' ? 'system' : chosen.appearance;
  });
  const preferences = new Preferences(data.database, data.commit, (chosen) =>
    events.emit('preferences.changed', { chosen }),
  );
  // Locks down the windows' session and serves it the app's own pages and files.
  const pages = session.defaultSession;
  await lockDown(pages);
  void clearPageStorage(pages).catch((error: unknown) =>
    log.warn({ error }, 'the pages’ storage could not be cleared'),
  );
  serveApp(fileURLToPath(new URL('../renderer', import.meta.url)), printing, () => preferences.chosen);
  saveDownloads(pages, saving);
  const { promise: calls, resolve: answerCalls } = Promise.withResolvers<Calls>();
  listenForCalls(calls);
  if (isWindowWanted(openedFiles)) window.show();
  return {
    ...{ window, consentWindows, downloads, saved, saving, printing },
    ...{ log, events, data, isOwnPath, preferences, answerCalls },
  };
}

function preload(name: string): string {
  return fileURLToPath(new URL(`../preload/${name}.cjs`, import.meta.url));
}

/** The facts known before the rest of the app is loaded. */
export type Launch = {
  /** Electron's `whenReady`. */
  readonly ready: Promise<void>;
  readonly userData: string;
  readonly links: Links;
  readonly opened: OpenedFiles;
  readonly uncaught: UncaughtErrors;
  readonly isSmokeTest: boolean;
};
