import type { EventEmitter } from 'node:events';
import type { DevToolsSession } from '../chromium/connection.ts';
import { BLANK_PAGE, FIRST_BLANK_PAGE } from '../chromium/switches.ts';
import { createEvent } from './event.ts';
import { appAddress } from './protocol.ts';
import { WebFrameMain } from './web-frame-main.ts';

/** What is known of a page: kept up to date from Chromium's events. */
export type PageState = {
  /** Chromium's name for the top frame; null before there is one. */
  frameId: string | null;
  /** As the app knows the address. */
  url: string;
  isLoading: boolean;
  /** The page is gone. */
  detached: boolean;
};

/** Turns Chromium's events about the top frame into Electron's, on `contents`. `id` is the frame's for the app. */
export function reportPageEvents(
  session: DevToolsSession,
  contents: EventEmitter & { readonly id: number; readonly mainFrame: WebFrameMain },
  state: PageState,
): void {
  /** What Chromium still says of a page that is gone is heard by nobody. */
  const hear: DevToolsSession['on'] = (name, listener) =>
    session.on(name, (event) => {
      if (!state.detached) listener(event);
    });
  hear('Page.frameAttached', () => {
    const frame = new WebFrameMain(contents.id, { url: '', detached: false }, contents.mainFrame);
    contents.emit('frame-created', createEvent({}), { frame });
  });
  hear('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return;
    state.frameId = frame.id;
    state.url = appAddress(frame.url + (frame.urlFragment ?? ''));
    contents.emit('did-navigate', createEvent({}), state.url, 200, '');
  });
  hear('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (frameId !== state.frameId) return;
    state.url = appAddress(url);
    contents.emit('did-navigate-in-page', createEvent({}), state.url, true, contents.id, contents.id);
  });
  hear('Page.frameStartedLoading', ({ frameId }) => {
    if (frameId !== state.frameId || state.isLoading) return;
    state.isLoading = true;
    contents.emit('did-start-loading');
  });
  hear('Page.frameStoppedLoading', ({ frameId }) => {
    if (frameId !== state.frameId || !state.isLoading) return;
    state.isLoading = false;
    contents.emit('did-stop-loading');
  });
  // Chromium would wait for an answer that nobody can give. As with `disableDialogs` what a page says or asks is shown nowhere.
  hear('Page.javascriptDialogOpening', ({ type }) => {
    const event = createEvent({});
    if (type === 'beforeunload') contents.emit('will-prevent-unload', event);
    session.send('Page.handleJavaScriptDialog', { accept: event.defaultPrevented }).catch(() => undefined);
  });
  hear('Page.domContentEventFired', () => {
    if (isShown(state)) contents.emit('dom-ready', createEvent({}));
  });
  hear('Page.loadEventFired', () => {
    if (isShown(state)) contents.emit('did-finish-load');
  });
}

/** The blank page that a window begins with is none of the app's. */
function isShown(state: PageState): boolean {
  return !['', BLANK_PAGE, FIRST_BLANK_PAGE].includes(state.url);
}
