import { BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { consentChannels, type Question } from '../../shared/bridge/ipc.ts';
import { windowIcon } from '../desktop/icons.ts';
import { CONSENT_PAGE } from '../files/app-protocol.ts';
import { isOwnFrame } from '../security.ts';
import { showWhenDrawn } from './show-when-drawn.ts';

const WIDTH = 500;
const LEAST_HEIGHT = 300;
/** These fit on the smallest screens. A longer question scrolls. */
const [MOST_WIDTH, MOST_HEIGHT] = [960, 640];

type Open = { readonly question: Question; readonly settle: (confirmed: boolean) => void };

/**
 * Asks the user in a separate window. Hostile content that controls a page of the app must not be able to send files to
 * a new address, or to change or remove an account. That also needs a click in this window, which no other page can
 * reach.
 */
export class ConsentWindows {
  readonly #parent: () => BrowserWindow | null;
  readonly #preload: string;
  /** By the id of their web contents. */
  readonly #open = new Map<number, Open>();

  constructor(parent: () => BrowserWindow | null, preload: string) {
    this.#parent = parent;
    this.#preload = preload;
    ipcMain.handle(consentChannels.question, (event) => this.#asked(event)?.question ?? null);
    ipcMain.on(consentChannels.drawn, (event, height: unknown) => {
      const dialog = BrowserWindow.fromWebContents(event.sender);
      if (this.#asked(event) === undefined || dialog === null || typeof height !== 'number') return;
      const [width = WIDTH] = dialog.getContentSize();
      dialog.setContentSize(width, Math.min(MOST_HEIGHT, Math.ceil(height * event.sender.getZoomFactor())));
    });
    ipcMain.on(consentChannels.answer, (event, confirmed: unknown) => this.#asked(event)?.settle(confirmed === true));
  }

  /** Resolves with true if the user approves. Closing the window or aborting `withdrawn` declines. */
  ask(question: Question, withdrawn?: AbortSignal): Promise<boolean> {
    const dialog = this.#openWindow(question);
    const { id } = dialog.webContents;
    return new Promise((resolve) => {
      const settle = (confirmed: boolean): void => {
        if (!this.#open.delete(id)) return;
        resolve(confirmed);
        if (!dialog.isDestroyed()) dialog.close();
      };
      this.#open.set(id, { question, settle });
      dialog.once('closed', () => settle(false));
      // Without a page the question could not be answered, and the modal window would block the one below.
      dialog.webContents.once('render-process-gone', () => dialog.destroy());
      withdrawn?.addEventListener('abort', () => settle(false), { once: true });
      showWhenDrawn(dialog);
      void dialog.loadURL(CONSENT_PAGE);
    });
  }

  #asked({ sender, senderFrame }: Pick<IpcMainEvent | IpcMainInvokeEvent, 'sender' | 'senderFrame'>): Open | undefined {
    return isOwnFrame(senderFrame, sender, CONSENT_PAGE) ? this.#open.get(sender.id) : undefined;
  }

  #openWindow(question: Question): BrowserWindow {
    const parent = this.#parent();
    // Windows of one origin share their zoom.
    const zoom = Math.max(1, parent?.webContents.getZoomFactor() ?? 1);
    return new BrowserWindow({
      ...(parent === null ? {} : { parent, modal: true }),
      title: question.title,
      ...windowIcon(),
      width: Math.round(Math.min(MOST_WIDTH, WIDTH * zoom)),
      height: Math.round(Math.min(MOST_HEIGHT, LEAST_HEIGHT * zoom)),
      useContentSize: true,
      resizable: false,
      minimizable: false,
      maximizable: false,
      show: false,
      autoHideMenuBar: true,
      webPreferences: {
        preload: this.#preload,
        sandbox: true,
        disableDialogs: true,
        contextIsolation: true,
        nodeIntegration: false,
        navigateOnDragDrop: false,
      },
    });
  }
}
