import { fileURLToPath } from 'node:url';
import { app, clipboard } from 'electron';
import { separatorsFor } from '../../shared/amounts/number-formats.ts';
import { isMoving } from '../../shared/submissions/submission-state.ts';
import { callHandlers } from '../calls.ts';
import * as electron from '../electron/index.ts';
import { Preferences } from '../preferences/index.ts';
import { sendChanges } from '../window-events.ts';
import type { BeforeChromium } from './before-chromium.ts';

export type WithChromium = Awaited<ReturnType<typeof openWithChromium>>;

/** What needs Chromium, once it is ready: the pages' session, what surrounds the window, and the calls of the window that is shown after it. */
export async function openWithChromium(before: BeforeChromium) {
  const { log, events, data, isOwnPath, window, downloads, saved, printing, dropslip } = before;
  events.on('preferences.changed', ({ chosen }) => electron.showAppearance(chosen));
  const preferences = new Preferences({
    ...data,
    onChange: (chosen) => events.emit('preferences.changed', { chosen }),
  });
  const separators = () => separatorsFor(preferences.chosen.numberFormat, app.getLocale());
  const offered = new electron.OfferedFiles();
  await electron.openPages({
    folder: fileURLToPath(new URL('../renderer', import.meta.url)),
    preferences: () => preferences.chosen,
    downloads: () => downloads.forSaving(),
    saved,
    printing,
    offered,
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
    whenClosed: () => preferences.chosen.whenClosed,
    separators,
  });
  const closing = new electron.Closing({
    filesUnderWay: () => dropslip.allSubmissions().filter(({ state }) => isMoving(state)).length,
    canStay: () => desktop.canStay,
    whenClosed: () => preferences.chosen.whenClosed,
    ask: (files, canStay) => window.send({ kind: 'close-asked', files, canStay }),
  });
  events.on('quit.chosen', () => closing.quitByPerson(window.current, () => app.quit()));
  const opening = new electron.FileOpening({
    isOwnPath,
    readReference: (path) => dropslip.features.verifier.read(path),
    askAbout: (paths) => dropslip.askAbout(paths),
    tell: (event) => wayIn.toOpened(event),
  });
  const recovery = new electron.PageRecovery({
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
    about: { versions: electron.versions(), licences: new URL('../licences.json', import.meta.url) },
    offerFile: (file) => offered.offer(file),
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
  new electron.Calls({
    window: () => window.contents,
    handlers,
    isOwnPath,
    onProblem: (name, error) => log.error({ call: name, error }, 'a call failed'),
  }).listen();
  return { wayIn, desktop, closing, opening, updating, separators };
}
