import { app, powerMonitor, powerSaveBlocker, session } from 'electron';
import { App } from '../../core/app.ts';
import { coreHandlers } from '../../core/calls.ts';
import { type DomainEvents, onFeatureEvents } from '../../core/domain-events.ts';
import { freePath } from '../../core/file-names.ts';
import { LocalServer } from '../../core/local-server.ts';
import { closeConnections, followSystemProxy } from '../../core/service/index.ts';
import { threadScripts } from '../../core/thread-scripts.ts';
import { keepYoungGenerationSmall } from '../../core/young-generation.ts';
import { separatorsOf } from '../../shared/amounts.ts';
import { sizeUnitsOf } from '../../shared/sizes.ts';
import { goingOn } from '../../shared/submissions/batch-status.ts';
import { isMoving } from '../../shared/submissions/submission-state.ts';
import { Calls } from '../calls/calls.ts';
import { callHandlers } from '../calls.ts';
import { Desktop } from '../desktop/desktop.ts';
import { FileOpening } from '../desktop/file-opening.ts';
import { Ending, hasThreadWork } from '../ending.ts';
import { saveInNewFolder } from '../files/download-folders.ts';
import { saveFile } from '../files/downloads.ts';
import { Notices } from '../notices.ts';
import { runSmokeTest } from '../smoke-test.ts';
import { Updates } from '../updates/updates.ts';
import { Closing } from '../window/closing.ts';
import type { MainWindow } from '../window/main-window.ts';
import { installMenu } from '../window/menu.ts';
import { recoverPage } from '../window/page-recovery.ts';
import { hearSystem } from '../window/system-events.ts';
import { WayIn } from '../window/way-in.ts';
import type { FirstWindow, Launch } from './first-window.ts';
import { leavesKeychainAlone, versions } from './identity.ts';

/**
 * Opens the features, the parts around the window and the calls of its page, resumes the work of an earlier run, and
 * handles system events until the end.
 */
export async function run(first: Launch & FirstWindow): Promise<void> {
  const { userData, links, opened, uncaught, log, events, data, isOwnPath, preferences } = first;
  const { window, downloads, saved, saving, printing, consentWindows } = first;
  const dropslip = await App.open({
    userData,
    data,
    isOwn: isOwnPath,
    script: threadScripts(import.meta.url),
    app: { version: app.getVersion(), folder: app.getAppPath() },
    // Sizes and tables follow the system's regional settings, not its language.
    sizes: sizeUnitsOf(process.platform),
    region: () => app.getSystemLocale(),
    versions: versions,
    leavesKeychainAlone: leavesKeychainAlone(process.env),
    confirm: (question, withdrawn) => consentWindows.ask(question, withdrawn),
    print: (page) => printing.print(page),
    downloads: {
      folder: () => downloads.path(),
      refuseFolder: (folder) => downloads.refuseOwn(folder),
      freePath,
      showInFolder: (path) => saved.show(saved.remember(path)),
    },
    saveKey: async (folder, fileName, text) =>
      saved.tell(await saveInNewFolder(downloads.forSaving(), folder, fileName, text)),
    events,
  });
  // The windows' session has a proxy that leads nowhere, so the system's routes come from a session without pages. It
  // is created at the first request, because that takes time.
  followSystemProxy((url) => session.fromPartition('system-routes').resolveProxy(url));
  const separators = () => separatorsOf(app.getLocale());
  sendChanges(events, window, dropslip);
  const updates = await Updates.open(preferences, dropslip, events, log);

  const wayIn = new WayIn(window, (accountId) => dropslip.activate(accountId));
  const { drops } = dropslip.features.submissions;
  const desktop = new Desktop(events, window, dropslip, preferences, separators);
  const closing = new Closing(
    () => dropslip.allSubmissions().filter(({ state }) => isMoving(state)).length,
    preferences,
    () => desktop.canStay,
  );
  events.on('quit.chosen', () => closing.quitByUser(window.current));
  const opening = new FileOpening(
    isOwnPath,
    (path) => dropslip.features.verifier.read(path),
    (paths) => dropslip.askAbout(paths),
    (event) => wayIn.to(event),
  );
  window.onOpen((opened) => {
    closing.guard(opened);
    recoverPage(window, opened, (details) => log.error({ details }, 'the window’s page is gone'));
    opened.on('closed', () => printing.abandon());
  });
  const notices = new Notices(events, dropslip, wayIn, separators);

  let server: LocalServer | null = null;
  const ending = new Ending({
    close: () => {
      // Closed before everything that writes.
      server?.close();
      for (const one of [wayIn, opened, notices, desktop, updates]) one.close();
      const closed = data.close(dropslip.close());
      closeConnections();
      return closed;
    },
    isStuck: () => dropslip.isStuck() || hasThreadWork(),
    last: () => updates.atEnd(),
    exit: (code) => app.exit(code),
    kill: (why) => {
      log.warn({ why }, 'ended by force');
      process.kill(process.pid, 'SIGKILL');
    },
  });
  uncaught.endRunning(log, () => ending.begin(1));
  installMenu({
    choose: (command) => wayIn.to({ kind: 'menu-chosen', command }),
    quit: () => events.emit('quit.chosen', {}),
  });
  hearSystem(window, wayIn, closing, desktop, ending);

  recover(dropslip);
  followPower(events, dropslip);
  notices.begin();
  const core = coreHandlers(dropslip, {
    separators,
    language: () => app.getLocale(),
    openedReceipt: opening.receiptPath,
    saveFile: (file, fileName) => saveFile(saving, file, fileName),
  });
  const handlers = callHandlers(core, {
    ...{ preferences, downloads, saved, updates, desktop, window },
    snapshot: () => {
      window.nowListening();
      updates.begin();
      return dropslip.snapshot();
    },
  });
  const onCallFailed = (name: string, error: unknown): void => log.error({ call: name, error }, 'a call failed');
  first.answerCalls(new Calls(() => window.contents, handlers, isOwnPath, onCallFailed));
  // Programs of the same user, such as the command line.
  server = await LocalServer.open(userData, app.getVersion(), core, events, onCallFailed).catch((error: unknown) => {
    log.warn({ error }, 'the command line cannot reach this app');
    return null;
  });
  if (!desktop.start(opened)) closing.stayWithoutWindow();
  // Starts the thread that finds dropped files, once the first view is drawn.
  setTimeout(() => void dropslip.features.files.look(userData, 'follow'), 500).unref();
  links.onLink((event) => wayIn.to(event));
  opened.listen((paths) => void opening.open(paths));
  if (data.notice !== null) {
    events.notice(data.notice);
    dropslip.readAllRecords();
  }
  if (opened.atStart.isUpdateMissing) events.notice({ code: 'update-not-installed' });
  data.beginCopies();
  // Called last: a start creates many objects, and more memory for them makes it faster.
  keepYoungGenerationSmall();
  if (!first.isSmokeTest) return;
  // Uses the practice account even if the data folder is no longer empty, so that nothing is paid for.
  const { accounts } = dropslip.features;
  const practiceId = accounts.list().find(({ kind }) => kind === 'practice')?.id ?? '';
  const code = await runSmokeTest(versions(), window, dropslip, (path) => drops.weigh(practiceId, [path], 'if-needed'));
  if (code === 0) app.quit();
  else ending.begin(code);
}

/** After a failure nothing may continue behind the window that reports it. */
function recover(dropslip: App): void {
  try {
    dropslip.recover();
  } catch (error) {
    void dropslip.close().catch(() => undefined);
    throw error;
  }
}

/**
 * Keeps the computer awake while files are being worked on; its display may sleep. After a sleep, when old connections
 * are gone, the queue connects again.
 */
function followPower(events: DomainEvents, dropslip: App): void {
  let blocker: number | null = null;

  const settle = (): void => {
    const isWorking = dropslip
      .batches()
      .values()
      .some(({ counts }) => goingOn(counts) > 0);
    if (isWorking) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };

  powerMonitor.on('resume', () => dropslip.features.submissions.queue.reconnect());
  settle();
  events.on('submissions.removed', settle);
  events.on('submissions.changed', settle);
}

/** Forwards the events of the features, and changes of the accounts, to the page. */
function sendChanges(events: DomainEvents, window: MainWindow, dropslip: App): void {
  onFeatureEvents(events, (event) => window.send(event));
  const { accounts } = dropslip.features;
  events.on('accounts.changed', () =>
    window.send({ kind: 'accounts.changed', accounts: accounts.list(), activeAccountId: accounts.activeId() }),
  );
  events.on('accounts.activated', () => window.send({ kind: 'snapshot', snapshot: dropslip.snapshot() }));
}
