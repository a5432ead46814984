import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import { channels } from '../../shared/bridge/ipc.ts';
import { windowIcon } from '../desktop/icons.ts';
import { APP_PAGE } from '../files/app-protocol.ts';
import { showWhenDrawn } from './show-when-drawn.ts';
import type { WindowPlace } from './window-place.ts';

/** Only the latest events are kept. */
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

  /** Reloads the window's page, also if its process is gone. */
  reopenPage(): void {
    this.#isListening = false;
    this.contents?.reload();
  }

  /** Does nothing if there is no page. */
  send(event: WindowEvent): void {
    this.#page?.send(channels.event, event);
  }

  /**
   * Sends an event that must not be missed: a page that is still loading, or the next window's page, gets it once it
   * draws.
   */
  sendOnceListening(event: WindowEvent): void {
    if (this.#isListening && this.#page !== null) {
      this.send(event);
      return;
    }
    this.#unsent.push(event);
    // Limits the memory of an app that runs without a window for weeks.
    this.#unsent.splice(0, this.#unsent.length - MOST_UNSENT);
  }

  /** The page has loaded its data and receives events from now on. */
  nowListening(): void {
    this.#isListening = true;
    setImmediate(() => {
      for (const event of this.#unsent.splice(0)) this.send(event);
    });
  }
}

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
      // A page could otherwise show its own dialogs in front of everything, endlessly.
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
      // Progress continues while the window is covered.
      backgroundThrottling: false,
    },
  });
  showWhenDrawn(window, () => place.follow(window));
  void window.loadURL(APP_PAGE);
  return window;
}
