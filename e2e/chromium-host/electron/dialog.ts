import { z } from 'zod';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { showFolderDialogPage } from './folder-dialog.ts';
import { showMessageBoxPage } from './message-box.ts';
import { StrictObject } from './strict.ts';

/** Electron's options for a message box; those that the host does not have are refused by name. */
const messageBoxOptions = z.strictObject({
  message: z.string(),
  type: z.enum(['none', 'info', 'error', 'question', 'warning']).default('none'),
  title: z.string().default(''),
  detail: z.string().default(''),
  buttons: z.array(z.string()).default([]),
  defaultId: z.int().default(0),
  cancelId: z.int().optional(),
});

/** Those of a dialog for folders; for files there is none. */
const openDialogOptions = z.strictObject({
  title: z.string().default(''),
  message: z.string().default(''),
  buttonLabel: z.string().default(''),
  defaultPath: z.string().default(''),
  properties: z.tuple([z.literal('openDirectory')], z.literal('createDirectory')),
});

type OpenDialogOptions = z.input<typeof openDialogOptions>;

/**
 * Native dialogs are beyond Chromium's reach. An error box, which wants no answer, is written to standard error; a
 * message box, and one in which a folder is chosen, is a small window of its own.
 */
class Dialog extends StrictObject {
  showErrorBox(title: string, content: string): void {
    console.error(`${title}\n${content}`);
  }

  /** As in Electron: closed without a button, it answers with `cancelId`. A parent window is not supported. */
  async showMessageBox(options: z.input<typeof messageBoxOptions>) {
    if (!app.isReady()) throw new Error('dialog module can only be used after app is ready');
    const box = messageBoxOptions.parse(options);
    const buttons = box.buttons.length === 0 ? ['OK'] : box.buttons;
    const cancel =
      box.cancelId ??
      Math.max(
        0,
        buttons.findIndex((label) => /^(cancel|no)$/i.test(label)),
      );
    const response = (await showMessageBoxPage({ ...box, buttons, cancelId: cancel })) ?? cancel;
    return { response, checkboxChecked: false };
  }

  /** The parent window is known, and nothing keeps the person from using it meanwhile. */
  async showOpenDialog(...given: [OpenDialogOptions] | [BrowserWindow, OpenDialogOptions]) {
    if (!app.isReady()) throw new Error('dialog module can only be used after app is ready');
    const [window, options] = given.length === 1 ? [null, given[0]] : given;
    if (window !== null && !(window instanceof BrowserWindow)) throw new TypeError('Invalid parent window');
    const path = await showFolderDialogPage(openDialogOptions.parse(options));
    return { canceled: path === null, filePaths: path === null ? [] : [path] };
  }
}

export const dialog = new Dialog();
