import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import { channels } from '../../shared/bridge/ipc.ts';
import { windowIcon } from '../desktop/icons.ts';
import { APP_PAGE } from '../files/app-protocol.ts';
import { showWhenDrawn } from './show-when-drawn.ts';
import type { WindowPlace } from './window-place.ts';

/** The last ones say most. */
const MOST_UNSENT = 50;

export class MainWindow {
  readonly #preload: string;
  readonly #place: WindowPlace;
  readonly #onOpen: ((window: BrowserWindow) => void)[] = [];
  readonly #unsent: WindowEvent[] = [];
  #window: BrowserWindow | null = null;
  #isListening = false;

  constructor(preload: string, place: WindowPlace) {
    this.#preload = preload;
    this.#place = place;
  }

  /** Calls the listener for the window that is open, and for each that is opened later. */
  onOpen(listener: (window: BrowserWindow) => void): void {
    this.#onOpen.push(listener);
    if (this.current !== null) listener(this.current);
  }

  get current(): BrowserWindow | null {
    return this.#window === null || this.#window.isDestroyed() ? null : this.#window;
  }

  get contents(): WebContents | null {
    const contents = this.current?.webContents;
    return contents === undefined || contents.isDestroyed() ? null : contents;
  }

  /** Null while the page's process is gone: Electron throws if an event is sent to it. */
  get #page(): WebContents | null {
    const { contents } = this;
    return contents === null || contents.isCrashed() ? null : contents;
  }

  show(): void {
    const open = this.current;
    if (open === null) {
      this.#isListening = false;
      this.#window = openWindow(this.#preload, this.#place);
      for (const listener of this.#onOpen) listener(this.#window);
      return;
    }
    if (open.isMinimized()) open.restore();
    open.show();
    open.focus();
  }

  /** Opens the page anew in a window that has lost it. */
  reopenPage(): void {
    this.#isListening = false;
    this.contents?.reload();
  }

  /** Nothing happens while there is no page to hear it. */
  send(event: WindowEvent): void {
    this.#page?.send(channels.event, event);
  }

  /** For what must not be missed: a page that is still loading hears it once it draws, also that of the next window. */
  sendOnceListening(event: WindowEvent): void {
    if (this.#isListening && this.#page !== null) {
      this.send(event);
      return;
    }
    this.#unsent.push(event);
    // An app without a window may go on for weeks.
    this.#unsent.splice(0, this.#unsent.length - MOST_UNSENT);
  }

  /** The page has asked for all that it draws, and hears events from here on. */
  nowListening(): void {
    this.#isListening = true;
    setImmediate(() => {
      for (const event of this.#unsent.splice(0)) this.send(event);
    });
  }
}

/** It is shown once there is something to see. */
function openWindow(preload: string, place: WindowPlace): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Dropslip',
    ...windowIcon(),
    ...place.bounds(screen.getAllDisplays().map(({ workArea }) => workArea)),
    minWidth: 720,
    minHeight: 480,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0b1110' : '#eef3f1',
    webPreferences: {
      preload,
      sandbox: true,
      // Words of a page's own, in front of everything, as often as it likes.
      disableDialogs: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // A file dropped beside the drop area must not replace the page.
      navigateOnDragDrop: false,
      // Progress keeps coming while the window is behind another.
      backgroundThrottling: false,
    },
  });
  showWhenDrawn(window, () => place.follow(window));
  void window.loadURL(APP_PAGE);
  return window;
}
