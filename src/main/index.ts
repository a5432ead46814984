import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, clipboard, session, shell } from 'electron';
import { openApp } from './app.ts';
import { callHandlers } from './calls.ts';
import { putBack } from './distrust.ts';
import { DomainEvents } from './domain-events.ts';
import { Calls } from './electron/calls/calls.ts';
import { ownFolders } from './electron/calls/own-folders.ts';
import { createEnding, hasThreadWork } from './electron/ending.ts';
import { declareAppScheme, serveApp } from './electron/files/app-protocol.ts';
import { createSavedFiles, saveDownloads } from './electron/files/downloads.ts';
import { createExportShelf } from './electron/files/offered-files.ts';
import { createPrinting } from './electron/files/printing.ts';
import { isUnderWay } from './electron/notices/batch.ts';
import { createNotifications, showWatchNotices } from './electron/notices/notices.ts';
import { followPower } from './electron/power.ts';
import { clearPageStorage, lockDown, refuseNameLookups } from './electron/security.ts';
import { claimStart, mayShellLockBeAnothers } from './electron/start/claim.ts';
import { openOrAsk, putBackNotice, replacedNotice } from './electron/start/damage-question.ts';
import { LinkHandover } from './electron/start/link-inbox.ts';
import { type Link, linkEvent, takeLinks } from './electron/start/links.ts';
import { logFailedStart, openLog } from './electron/start/log.ts';
import { refuseStart } from './electron/start/refusal.ts';
import { failureWords, type StartWords, takenWords, unwritableWords } from './electron/start/refusal-words.ts';
import { placeUserData, userDataFolder, versions } from './electron/start/user-data.ts';
import { createClosing } from './electron/window/closing.ts';
import { createConfirm } from './electron/window/confirmation.ts';
import { createMainWindow } from './electron/window/main-window.ts';
import { installMenu } from './electron/window/menu.ts';
import { closeConnections, followSystemProxy } from './service/index.ts';
import {
  createGroupCommit,
  DailyCopy,
  DataFolderLock,
  dataFilePath,
  OWNER_LOOKS_EVERY_MS,
  SequenceMark,
} from './storage/index.ts';
import { tellWindowChanges, tellWindowNotices } from './window-events.ts';

/** An app that has lost its data folder sooner than this after its start does not start again by itself. */
const RESTARTED_AFTER_SECONDS = 60;

declareAppScheme();
refuseNameLookups();
app.enableSandbox();
const links = takeLinks();
begin().catch((error: unknown) => {
  logFailedStart(userDataFolder(), error);
  return refuseStart(failureWords(userDataFolder(), error));
});

/** Starts the app where it is the first on its data folder; any other start says why it ends. */
async function begin(): Promise<void> {
  const userData = placeUserData();
  const folder = new DataFolderLock(userData);
  const claim = claimStart(folder, {
    request: () => app.requestSingleInstanceLock(),
    release: () => app.releaseSingleInstanceLock(),
    mayBeAnothers: () => mayShellLockBeAnothers(userData),
  });
  if (claim.kind === 'owned') {
    await app.whenReady();
    await start(userData, folder);
  } else if (claim.kind === 'handed-over') {
    app.quit();
  } else {
    await refuseStart(claim.kind === 'taken' ? leaveToOwner(userData) : unwritableWords(userData, claim));
  }
}

/** For a start that only the data folder’s lock has refused. */
async function leaveToOwner(userData: string): Promise<StartWords> {
  const given = links.untold();
  const isTold = await new LinkHandover(userData).leave(given.length === 0 ? [null] : given);
  return takenWords(userData, { isLink: given.some((link) => link !== null), isTold });
}

async function start(userData: string, folder: DataFolderLock): Promise<void> {
  const log = openLog(userData);
  const databasePath = dataFilePath(join(userData, 'dropslip.db'));
  const opened = await openOrAsk(databasePath, Date.now(), putBack);
  if (opened.kind !== 'sound')
    log.warn({ why: opened.why, end: opened.kind }, 'the database was damaged, or an older one');
  if (opened.kind === 'closed') {
    app.exit(1);
    return;
  }
  const mayWrite = (): boolean => {
    if (folder.stillOwns()) return true;
    // Another Dropslip may be at work. It takes what is on its way here for uncertain, and a new start leaves the rest to it.
    log.error({}, 'the lock of the data folder was replaced: ended by force');
    // Not over and over, should a drive give its files ever new numbers.
    if (process.uptime() > RESTARTED_AFTER_SECONDS) app.relaunch();
    process.kill(process.pid, 'SIGKILL');
    return false;
  };
  setInterval(mayWrite, OWNER_LOOKS_EVERY_MS).unref();
  const events = new DomainEvents((name, error) => log.error({ error }, `who heard of ${name} failed`));
  events.on('trouble', ({ what, detail }) => log.error({ detail }, what));
  const printing = createPrinting();
  const exportShelf = createExportShelf();
  await lockDown(session.defaultSession);
  void clearPageStorage(session.defaultSession).catch((error: unknown) =>
    log.warn({ error }, 'what pages have stored could not be cleared'),
  );
  serveApp(fileURLToPath(new URL('../renderer', import.meta.url)), printing.shelf, exportShelf);
  const savedFiles = createSavedFiles((path) => shell.showItemInFolder(path));
  saveDownloads(session.defaultSession, {
    onSaved: (path) =>
      window.tell({ kind: 'file-saved', savedId: savedFiles.remember(path), fileName: basename(path) }),
    onTrouble: (text) => events.notice('warning', text),
  });
  // The windows' session knows only the way to nowhere; this one follows the system, and no page is ever in it.
  const systemRoutes = session.fromPartition('system-routes');
  followSystemProxy((url) => systemRoutes.resolveProxy(url));

  const window = createMainWindow(fileURLToPath(new URL('../preload/index.cjs', import.meta.url)), (opened) =>
    closing.guard(opened),
  );
  tellWindowNotices(events, window);

  const database = opened.database;
  const isOwn = ownFolders([userData, app.getPath('userData'), app.getPath('sessionData')], databasePath);
  const commit = createGroupCommit(database, {
    mayWrite,
    onTrouble: (error) => {
      log.error({ detail: String(error) }, 'the disk did not flush');
      events.notice('warning', 'The disk does not keep what Dropslip writes. Nothing new is sent until it does.');
    },
  });
  const mark = new SequenceMark({
    database,
    databasePath,
    commit,
    onTrouble: (error) => log.warn({ error }, 'how far the database is could not be noted'),
  });
  mark.begin();
  const features = await openApp({
    userData,
    databasePath,
    isOwn,
    database,
    commit,
    app: { version: app.getVersion(), folder: app.getAppPath(), locale: () => app.getLocale() },
    versions: versions(),
    confirm: createConfirm(window.current, fileURLToPath(new URL('../preload/confirmation.cjs', import.meta.url))),
    print: printing.print,
    events,
  });
  const { accounts, submissions } = features;
  const copies = new DailyCopy({
    script: new URL('./copy.js', import.meta.url),
    databasePath,
    now: Date.now,
    onTrouble: (detail) => log.warn({ detail }, 'no copy of the database was taken'),
    onFirstTrouble: (sentence) => events.notice('warning', sentence),
  });

  tellWindowChanges(events, window, features);
  const closing = createClosing({
    filesUnderWay: () => features.allSubmissions().filter(({ state }) => isUnderWay(state)).length,
    ask: (files) => window.tell({ kind: 'close-asked', files }),
  });
  const handlers = callHandlers({
    ...features,
    locale: () => app.getLocale(),
    exportShelf,
    savedFiles,
    snapshot: () => {
      window.nowListening();
      return features.snapshot();
    },
    copyText: (text) => clipboard.writeText(text),
    onCloseAnswer: closing.answer,
  });
  new Calls({
    window: () => window.current()?.webContents ?? null,
    handlers,
    isOwnPath: isOwn,
    onTrouble: (name, error) => log.error({ call: name, error }, 'a call failed'),
  }).listen();

  const notifications = createNotifications(
    features.allSubmissions(),
    (accountId) => void openQueue(accountId),
    () => app.getLocale(),
  );
  notifications.follow(events);
  const handover = new LinkHandover(userData);
  const ending = createEnding({
    close: () => {
      handover.close();
      notifications.close();
      const closed = Promise.all([features.close().finally(() => mark.close()), copies.close()]);
      closeConnections();
      return closed;
    },
    isStuck: () => features.isStuck() || hasThreadWork(),
    exit: () => app.exit(0),
    kill: (why) => {
      log.warn({ why }, 'ended by force');
      process.kill(process.pid, 'SIGKILL');
    },
  });
  const openLink = (link: Link | null): void => {
    // What ends shows nothing any more; who starts it again meanwhile gets a new one.
    if (ending.hasBegun()) return;
    window.show();
    if (link !== null) window.tellSurely(linkEvent(link));
  };
  const openQueue = async (accountId: string): Promise<void> => {
    if (ending.hasBegun()) return;
    if (accountId !== accounts.activeId() && (await accounts.activate(accountId)).ok)
      events.emit('accounts.activated', {});
    window.show();
    window.tellSurely({ kind: 'open-queue' });
  };
  installMenu((command) => {
    window.show();
    window.tellSurely({ kind: 'menu-chosen', command });
  });
  app.on('activate', () => openLink(null));
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', closing.quit);
  app.on('will-quit', ending.quit);
  app.on('second-instance', (_event, argv) => {
    // Electron has a process of its own wait for the end of this one, also for one by force.
    if (ending.hasBegun()) app.relaunch({ args: argv.slice(1) });
  });

  try {
    features.recover();
  } catch (error) {
    // Nothing goes on behind a window that says that the app could not start.
    void features.close().catch(() => undefined);
    throw error;
  }
  followPower(events, features.allSubmissions(), () => submissions.reconnect());
  showWatchNotices(events, (submissionId) => openLink({ kind: 'submission', submissionId }));
  window.show();
  links.onLink(openLink);
  handover.listen(
    (link) => {
      // The shell's lock was lost, or the link would not have come this way.
      app.releaseSingleInstanceLock();
      app.requestSingleInstanceLock();
      openLink(link);
    },
    (error) => log.warn({ error }, 'links of starts that the data folder refuses are not heard'),
  );
  if (opened.kind !== 'sound') {
    window.tellSurely(opened.kind === 'replaced' ? replacedNotice(opened) : putBackNotice);
    // So that what was sent since the copy is recognised when it is dropped again.
    for (const { id } of accounts.list()) void features.history.refresh(id, 0);
  }
  copies.begin();
}
