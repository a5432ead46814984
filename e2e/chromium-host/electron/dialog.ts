import { z } from 'zod';
import { app } from './app.ts';
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

/**
 * Native dialogs are beyond Chromium's reach. An error box, which wants no answer, is written to standard error; a
 * message box is a small window of its own.
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
}

export const dialog = new Dialog();
