import { type BrowserWindow, dialog } from 'electron';

/**
 * Has the person choose a folder in the system's own dialog, in front of the window; null when they cancel it. `from`: where
 * the dialog begins.
 */
export async function chooseFolder(window: BrowserWindow | null, title: string, from: string): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    title,
    // On a Mac dialogs have no title bar.
    message: title,
    buttonLabel: 'Choose',
    defaultPath: from,
    properties: ['openDirectory', 'createDirectory'],
  };
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
