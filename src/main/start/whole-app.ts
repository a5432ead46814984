import { app, clipboard, session } from 'electron';
import { App } from '../../core/app.ts';
import { followSystemProxy } from '../../core/service/index.ts';
import { separatorsFor } from '../../shared/formats.ts';
import { sizeUnitsOf } from '../../shared/sizes.ts';
import { isMoving } from '../../shared/submissions/submission-state.ts';
import { Calls } from '../calls/calls.ts';
import { callHandlers } from '../calls.ts';
import { Desktop } from '../desktop/desktop.ts';
import { FileOpening } from '../desktop/file-opening.ts';
import { newDownloadFolder } from '../files/download-folders.ts';
import { saveFile } from '../files/downloads.ts';
import { freePath } from '../files/file-names.ts';
import { openUpdates } from '../updates/open-updates.ts';
import { Closing } from '../window/closing.ts';
import { PageRecovery } from '../window/page-recovery.ts';
import { WayIn } from '../window/way-in.ts';
import { sendChanges } from '../window-events.ts';
import type { FirstWindow, Launch } from './first-window.ts';
import { leavesKeychainAlone, versions } from './identity.ts';

export type WholeApp = Awaited<ReturnType<typeof openWholeApp>>;

/** Opens the features, the parts around the window, and the calls of its page. */
export async function openWholeApp(first: Launch & FirstWindow) {
  const { log, events, data, isOwnPath, window, downloads, saved, saving, printing, consentWindows, preferences } =
    first;
  const dropslip = await App.open({
    userData: first.userData,
    data,
    isOwn: isOwnPath,
    app: { version: app.getVersion(), folder: app.getAppPath() },
    // Sizes and tables follow the system's regional settings, not its language.
    sizes: sizeUnitsOf(process.platform),
    region: () => app.getSystemLocale(),
    versions: versions,
    leavesKeychainAlone: leavesKeychainAlone(process.env),
    confirm: (question, withdrawn) => consentWindows.ask(question, withdrawn),
    print: (page) => printing.print(page),
    downloads: () => downloads.path(),
    refuseFolder: (folder) => downloads.refuseOwn(folder),
    freePath: freePath,
    showInFolder: (path) => saved.show(saved.remember(path)),
    newFolder: async (name) => newDownloadFolder(downloads.forSaving(), name, (path) => saved.tell(path)),
    events,
  });
  followSystemRoutes();
  const separators = () => separatorsFor(preferences.chosen.numberFormat, app.getLocale());
  sendChanges(events, window, dropslip);
  const updating = await openUpdates(preferences, dropslip, events, log);

  const wayIn = new WayIn(window, (accountId) => dropslip.activate(accountId));
  const desktop = new Desktop({
    events,
    window,
    submissions: () => dropslip.allSubmissions(),
    pause: (ids) => dropslip.features.submissions.commands.pause(ids),
    resume: (ids) => dropslip.features.submissions.commands.resume(ids, 'by-person'),
    whenClosed: () => preferences.chosen.whenClosed,
    separators,
  });
  const closing = new Closing(
    () => dropslip.allSubmissions().filter(({ state }) => isMoving(state)).length,
    () => preferences.chosen.whenClosed,
    () => desktop.canStay,
    (files, canStay) => window.send({ kind: 'close-asked', files, canStay }),
  );
  events.on('quit.chosen', () => closing.quitByPerson(window.current, () => app.quit()));
  const opening = new FileOpening({
    isOwnPath,
    readReference: (path) => dropslip.features.verifier.read(path),
    askAbout: (paths) => dropslip.askAbout(paths),
    tell: (event) => wayIn.toOpened(event),
  });
  const recovery = new PageRecovery({
    reopen: () => window.reopenPage(),
    tell: () => window.sendOnceListening({ kind: 'notice', notice: { code: 'window-reopened' } }),
    quit: () => app.quit(),
    onGone: (details) => log.error({ details }, 'the window’s page is gone'),
  });
  window.onOpen((opened) => {
    closing.guard(opened);
    recovery.follow(opened);
    opened.on('closed', () => printing.abandon());
  });
  const handlers = callHandlers({
    ...dropslip.features,
    preferences,
    downloads,
    separators,
    updates: updating.updates,
    locale: () => app.getLocale(),
    about: { versions: versions(), licences: new URL('../licences.json', import.meta.url) },
    saveFile: (file, fileName) => saveFile(saving, file, fileName),
    showSaved: (id) => saved.show(id),
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
  const calls = new Calls(
    () => window.contents,
    handlers,
    isOwnPath,
    (name, error) => log.error({ call: name, error }, 'a call failed'),
  );
  return { calls, dropslip, wayIn, desktop, closing, opening, updating, separators };
}

/**
 * Makes connections to services follow the system's proxy settings. The windows' session has a proxy that leads
 * nowhere, so this uses a session without pages. It is created at the first request, because that takes time.
 */
function followSystemRoutes(): void {
  followSystemProxy((url) => session.fromPartition('system-routes').resolveProxy(url));
}
