import { BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { consentChannels, type Question } from '../../shared/bridge/ipc.ts';
import { windowIcon } from '../desktop/icons.ts';
import { CONSENT_PAGE } from '../files/app-protocol.ts';
import { isOwnFrame } from '../security.ts';
import { questionSize } from './question-size.ts';
import { showWhenDrawn } from './show-when-drawn.ts';

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
    return new BrowserWindow({
      ...(parent === null ? {} : { parent, modal: true }),
      title: question.title,
      ...windowIcon(),
      ...questionSize(question, parent?.webContents.getZoomFactor() ?? 1),
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
