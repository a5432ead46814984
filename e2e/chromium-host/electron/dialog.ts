import { z } from 'zod';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { showFolderDialogPage } from './folder-dialog.ts';
import { showMessageBoxPage } from './message-box.ts';
import { StrictObject } from './strict.ts';

const text = (name: string) => z.string(`${name} must be a string`);
const types = ['none', 'info', 'error', 'question', 'warning'] as const;

/** Electron's options for a message box; those that the host does not have are refused by name. */
const messageBoxOptions = z.strictObject({
  message: text('Message').default(''),
  type: z.enum(types, 'Invalid message box type').default('none'),
  title: text('Title').default(''),
  detail: text('Detail').default(''),
  buttons: z.array(z.string(), 'Buttons must be an array').default([]),
  defaultId: z.int().default(-1),
  cancelId: z.int().optional(),
});

/** Those of a dialog for folders; for files there is none. */
const openDialogOptions = z.strictObject({
  title: text('Title').default(''),
  message: text('Message').default(''),
  buttonLabel: text('Button label').default(''),
  defaultPath: text('Default path').default(''),
  properties: z
    .array(z.string(), 'Properties must be an array')
    .refine(isOfFolders, 'The Chromium host has only dialogs with openDirectory'),
});

function isOfFolders(properties: readonly string[]): boolean {
  return (
    properties.includes('openDirectory') && properties.every((one) => /^(openDirectory|createDirectory)$/.test(one))
  );
}

/** As Electron, which throws at once for what is wrong, before it promises anything. */
function read<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  if (!app.isReady()) throw new Error('dialog module can only be used after app is ready');
  const read = schema.safeParse(options);
  if (!read.success) throw new TypeError(read.error.issues.map(({ message }) => message).join('\n'));
  return read.data;
}

type MessageBoxAnswer = { readonly response: number; readonly checkboxChecked: boolean };
type OpenDialogAnswer = { readonly canceled: boolean; readonly filePaths: readonly string[] };
type OpenDialogOptions = z.input<typeof openDialogOptions>;

/**
 * Native dialogs are beyond Chromium's reach. An error box, which wants no answer, is written to standard error; a
 * message box, and one in which a folder is chosen, is a small window of its own.
 */
class Dialog extends StrictObject {
  showErrorBox(...words: readonly string[]): void {
    if (words.length < 2) throw new TypeError('Insufficient number of arguments.');
    const wrong = words.slice(0, 2).findIndex((word) => typeof word !== 'string');
    if (wrong !== -1) throw new TypeError(`Error processing argument at index ${wrong}`);
    const [title, content] = words;
    console.error(`${title}\n${content}`);
  }

  /** As in Electron: closed without a button, it answers with `cancelId`. A parent window is not supported. */
  showMessageBox(options: z.input<typeof messageBoxOptions>): Promise<MessageBoxAnswer> {
    const box = read(messageBoxOptions, options);
    const buttons = box.buttons.length === 0 ? ['OK'] : box.buttons;
    const cancelId = box.cancelId ?? cancelOf(box.buttons, box.defaultId);
    return showMessageBoxPage({ ...box, buttons, cancelId }).then((clicked) => ({
      response: clicked ?? cancelId,
      checkboxChecked: false,
    }));
  }

  /** The parent window is known, and nothing keeps the person from using it meanwhile. */
  showOpenDialog(...given: [OpenDialogOptions] | [BrowserWindow, OpenDialogOptions]): Promise<OpenDialogAnswer> {
    const [window, options] = given.length === 1 ? [null, given[0]] : given;
    if (window !== null && !(window instanceof BrowserWindow)) throw new TypeError('Invalid parent window');
    return showFolderDialogPage(read(openDialogOptions, options)).then((path) => ({
      canceled: path === null,
      filePaths: path === null ? [] : [path],
    }));
  }
}

/** The button that a box without an answer stands for, where the app has not said so. */
function cancelOf(buttons: readonly string[], defaultId: number): number {
  const named = buttons.findIndex((label) => /^(cancel|no)$/i.test(label));
  if (named !== -1) return named;
  return defaultId === 0 && buttons.length > 1 ? 1 : 0;
}

export const dialog = new Dialog();
