import { BrowserWindow, ipcMain } from 'electron';
import { confirmationChannels, type Question } from '../../../shared/bridge/confirmation.ts';
import { CONFIRMATION_PAGE } from '../files/app-protocol.ts';
import { isOwnFrame } from '../security.ts';

export type Confirm = (question: Question) => Promise<boolean>;

/**
 * Asks the person in a window of its own. What a page of the app could be made to do by hostile content must not be
 * enough to send files to a new address, or to change or remove an account; a person's click in this window, which no
 * other page can reach, is needed too.
 */
export function createConfirm(parent: () => BrowserWindow | null, preload: string): Confirm {
  const open = new Map<number, { readonly question: Question; readonly settle: (confirmed: boolean) => void }>();

  ipcMain.handle(confirmationChannels.question, (event) =>
    isOwnFrame(event.senderFrame, event.sender, CONFIRMATION_PAGE)
      ? (open.get(event.sender.id)?.question ?? null)
      : null,
  );
  ipcMain.on(confirmationChannels.answer, (event, confirmed: unknown) => {
    if (isOwnFrame(event.senderFrame, event.sender, CONFIRMATION_PAGE))
      open.get(event.sender.id)?.settle(confirmed === true);
  });

  return (question) => {
    const window = parent();
    return new Promise((resolve) => {
      const dialog = new BrowserWindow({
        ...(window === null ? {} : { parent: window, modal: true }),
        title: question.title,
        width: 480,
        height: 420,
        useContentSize: true,
        resizable: false,
        minimizable: false,
        maximizable: false,
        show: false,
        autoHideMenuBar: true,
        webPreferences: {
          preload,
          sandbox: true,
          disableDialogs: true,
          contextIsolation: true,
          nodeIntegration: false,
          navigateOnDragDrop: false,
        },
      });
      const { id } = dialog.webContents;
      const settle = (confirmed: boolean): void => {
        if (!open.delete(id)) return;
        resolve(confirmed);
        if (!dialog.isDestroyed()) dialog.close();
      };
      open.set(id, { question, settle });
      dialog.once('ready-to-show', () => dialog.show());
      dialog.once('closed', () => settle(false));
      void dialog.loadURL(CONFIRMATION_PAGE);
    });
  };
}
