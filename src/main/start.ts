import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, clipboard } from 'electron';
import type { Logger } from 'pino';
import type { Separators } from '../shared/amounts/amounts.ts';
import { separatorsFor } from '../shared/amounts/number-formats.ts';
import { sizeUnitsOf } from '../shared/sizes.ts';
import { isMoving } from '../shared/submissions/submission-state.ts';
import { App } from './app.ts';
import { callHandlers } from './calls.ts';
import { putBack } from './distrust.ts';
import { DomainEvents } from './domain-events.ts';
import * as electron from './electron/index.ts';
import { DownloadsFolder, Preferences } from './preferences/index.ts';
import { closeConnections } from './service/index.ts';
import { type DataFolderLock, dataFilePath } from './storage/index.ts';
import { sendChanges, sendNotices } from './window-events.ts';

/** What the first moments of a start have found, before the rest of the app was read. */
export type Launch = {
  /** Of Electron. */
  readonly ready: Promise<void>;
  readonly userData: string;
  readonly lock: DataFolderLock;
  readonly links: electron.Links;
  readonly opened: electron.OpenedFiles;
  readonly uncaught: electron.UncaughtErrors;
  readonly isSmokeTest: boolean;
};

/** Opens all of the app on a data folder that is this start's alone, and shows its window. */
export async function start(launch: Launch): Promise<void> {
  const { ready, userData, lock } = launch;
  const log = electron.openLog(userData);
  const events = new DomainEvents((name, error) => log.error({ error, event: name }, 'a listener failed'));
  events.on('problem', ({ what, detail }) => log.error({ detail }, what));

  const databasePath = dataFilePath(join(userData, 'dropslip.db'));
  const copyScript = new URL('./copy.js', import.meta.url);
  const data = await electron.AppData.open({ databasePath, lock, copyScript, events, log }, putBack);
  if (data === null) {
    app.exit(1);
    return;
  }
  const window = new electron.MainWindow(besideMain('../preload/index.cjs'), new electron.WindowPlace(data));
  sendNotices(events, window);
  const downloads = new DownloadsFolder({
    ...data,
    standard: () => app.getPath('downloads'),
    ask: (from) => electron.chooseFolder(window.current, 'Choose where Dropslip saves files for you', from),
    isOwn: (path) => isOwnPath(path),
  });
  const consentWindows = new electron.ConsentWindows(() => window.current, besideMain('../preload/consent.cjs'));
  // Chromium is still starting: nothing of this asks it for anything before it is used.
  const dropslip = await App.open({
    userData,
    data,
    isOwn: (path) => isOwnPath(path),
    app: { version: app.getVersion(), folder: app.getAppPath() },
    // Sizes and tables are as the system's regional settings have them, whatever language it speaks.
    sizes: sizeUnitsOf(process.platform),
    region: () => app.getSystemLocale(),
    versions: electron.versions,
    leavesKeychainAlone: electron.leavesKeychainAlone(process.env),
    confirm: (question, withdrawn) => consentWindows.ask(question, withdrawn),
    print: (page) => pages.printing.print(page),
    downloads: () => downloads.forSaving(),
    freePath: (folder, name) => electron.freePath(folder, name, new Set()),
    showInFolder: (path) => pages.saved.show(pages.saved.remember(path)),
    newFolder: (name) => electron.newDownloadFolder(downloads.forSaving(), name, pages.onSaved),
    events,
  });

  await ready;
  // Its folders are there by now, so that none is missed which is reached by a link.
  const isOwnPath = electron.ownFolders([userData, app.getPath('userData'), app.getPath('sessionData')], databasePath);
  events.on('preferences.changed', ({ chosen }) => electron.showAppearance(chosen));
  const preferences = new Preferences({
    ...data,
    onChange: (chosen) => events.emit('preferences.changed', { chosen }),
  });
  const separators = () => separatorsFor(preferences.chosen.numberFormat, app.getLocale());
  const pages = await electron.openPages({
    folder: besideMain('../renderer'),
    window,
    preferences: () => preferences.chosen,
    downloads: () => downloads.forSaving(),
    events,
    log,
  });
  sendChanges(events, window, dropslip);
  const updating = await electron.openUpdates({ preferences, dropslip, events, log });

  const wayIn = new electron.WayIn(window, (accountId) => dropslip.activate(accountId));
  const desktop = new electron.Desktop({
    events,
    window,
    submissions: () => dropslip.allSubmissions(),
    pause: (ids) => dropslip.features.submissions.pause(ids),
    resume: (ids) => dropslip.features.submissions.resume(ids, 'by-person'),
    quit: () => closing.quitByPerson(window.current, () => app.quit()),
    whenClosed: () => preferences.chosen.whenClosed,
    separators,
  });
  const closing = new electron.Closing({
    filesUnderWay: () => dropslip.allSubmissions().filter(({ state }) => isMoving(state)).length,
    canStay: () => desktop.canStay,
    whenClosed: () => preferences.chosen.whenClosed,
    ask: (files, canStay) => window.send({ kind: 'close-asked', files, canStay }),
  });
  const opening = new electron.FileOpening({
    isOwnPath,
    readReference: (path) => dropslip.features.verifier.read(path),
    askAbout: (paths) => dropslip.askAbout(paths),
    tell: (event) => wayIn.toOpened(event),
  });
  window.onOpen((opened) => closing.guard(opened));
  window.onOpen((opened) => opened.on('closed', () => pages.printing.abandon()));
  const recovery = new electron.PageRecovery({
    reopen: () => window.reopenPage(),
    tell: () => window.sendOnceListening({ kind: 'notice', notice: { code: 'window-reopened' } }),
    quit: () => app.quit(),
    onGone: (details) => log.error({ details }, 'the window’s page is gone'),
  });
  window.onOpen((opened) => recovery.follow(opened));
  const handlers = callHandlers({
    ...dropslip.features,
    preferences,
    downloads,
    separators,
    updates: updating.updates,
    locale: () => app.getLocale(),
    about: { versions: electron.versions(), licences: new URL('../licences.json', import.meta.url) },
    offerFile: (file) => pages.offered.offer(file),
    showSaved: (id) => pages.saved.show(id),
    snapshot: () => {
      window.nowListening();
      updating.updates.begin();
      return dropslip.snapshot();
    },
    copyText: (text) => clipboard.writeText(text),
    onCloseAnswer: (answer) => closing.answer(answer),
    openedReceipt: opening.receiptPath,
    desktop,
  });
  new electron.Calls({
    window: () => window.contents,
    handlers,
    isOwnPath,
    onProblem: (name, error) => log.error({ call: name, error }, 'a call failed'),
  }).listen();

  run({ ...launch, data, window, wayIn, closing, desktop, opening, dropslip, updating, separators, events, log });
}

/** A file of the build, from where main lies in it. */
function besideMain(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

type Running = Launch & {
  readonly data: electron.AppData;
  readonly window: electron.MainWindow;
  readonly wayIn: electron.WayIn;
  readonly closing: electron.Closing;
  readonly desktop: electron.Desktop;
  readonly opening: electron.FileOpening;
  readonly dropslip: App;
  readonly updating: electron.AppUpdates;
  readonly separators: () => Separators;
  readonly events: DomainEvents;
  readonly log: Logger;
};

/** Shows the window, takes up what an earlier run has left, and hears what the system wants until the end. */
function run(running: Running): void {
  const { userData, data, window, wayIn, closing, desktop, dropslip, separators, events, log } = running;
  const { opened, uncaught } = running;
  const inbox = new electron.StartInbox(userData);
  const notices = new electron.Notices({
    events,
    known: dropslip.allSubmissions(),
    readsRecords: (accountId) => dropslip.readsRecords(accountId),
    separators,
    showQueue: (accountId) => void wayIn.toQueue(accountId),
    showSubmission: (submissionId) => wayIn.toLink({ kind: 'submission', submissionId }),
  });
  const ending = endingOf(running, [wayIn, inbox, opened, notices, desktop, running.updating.updates]);
  uncaught.endRunning(log, () => ending.begin(1));
  electron.installMenu({
    choose: (command) => wayIn.toCommand(command),
    quit: () => closing.quitByPerson(window.current, () => app.quit()),
  });
  electron.hearSystem({ wayIn, closing, desktop, ending });

  recover(dropslip);
  electron.followPower(events, dropslip.allSubmissions(), () => dropslip.features.submissions.reconnect());
  if (!desktop.start(opened)) closing.stayWithoutWindow();
  hearLinks(running, inbox);
  if (data.notice !== null) {
    events.notice(data.notice);
    dropslip.readAllRecords();
  }
  data.beginCopies();
  if (running.isSmokeTest) void trySmoke(running, ending);
}

async function trySmoke({ window, dropslip }: Running, ending: electron.Ending): Promise<void> {
  const { accounts, keychain, submissions } = dropslip.features;
  // Whatever has come into the data folder since it was empty: nothing is paid for.
  const practiceId = accounts.list().find(({ kind }) => kind === 'practice')?.id ?? '';
  const code = await electron.runSmokeTest({
    versions: electron.versions(),
    contents: () => window.contents,
    askKeychain: () => keychain.read('An entry that is not there'),
    submit: (path) => submissions.add(practiceId, [path]),
    submissions: () => dropslip.allSubmissions(),
  });
  if (code === 0) app.quit();
  else ending.begin(code);
}

/** `first` are closed before all that writes. */
function endingOf(
  { data, dropslip, updating, log }: Running,
  first: readonly { readonly close: () => void }[],
): electron.Ending {
  return new electron.Ending({
    close: () => {
      for (const one of first) one.close();
      const closed = data.close(dropslip.close());
      closeConnections();
      return closed;
    },
    isStuck: () => dropslip.isStuck() || electron.hasThreadWork(),
    exit: (code) => void updating.atEnd().finally(() => app.exit(code)),
    kill: (why) => {
      log.warn({ why }, 'ended by force');
      process.kill(process.pid, 'SIGKILL');
    },
  });
}

/** Nothing goes on behind a window that says that the app could not start. */
function recover(dropslip: App): void {
  try {
    dropslip.recover();
  } catch (error) {
    void dropslip.close().catch(() => undefined);
    throw error;
  }
}

/** Links and files of this start and of later ones, also of such as the data folder refuses. */
function hearLinks({ links, opened, wayIn, opening, log }: Running, inbox: electron.StartInbox): void {
  links.onLink((link) => wayIn.toLink(link));
  opened.listen({ onFiles: (paths) => void opening.open(paths), onScreen: (screen) => wayIn.toCommand(screen) });
  inbox.listen(
    (link) => {
      // The shell's lock was lost, or the link would not have come this way.
      app.releaseSingleInstanceLock();
      app.requestSingleInstanceLock();
      wayIn.toLink(link);
    },
    (error) => log.warn({ error }, 'links of starts that the data folder refuses are not heard'),
  );
}
