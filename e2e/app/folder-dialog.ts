import { electronBinary, type RunningApp } from './launch.ts';
import { inMain } from './main-process.ts';

/**
 * Chooses a folder in the system's dialog that `open` brings up. The Chromium host's is a page; Electron's is the system's,
 * which no page's driver reaches, so there its answer is given beforehand. The app must be launched `withInspector`.
 */
export async function chooseFolder(app: RunningApp, open: () => Promise<void>, folder: string): Promise<void> {
  if (electronBinary() !== null) {
    const answer = JSON.stringify({ canceled: false, filePaths: [folder] });
    await inMain(app, `electron.dialog.showOpenDialog = () => Promise.resolve(${answer});`);
    await open();
    return;
  }
  const opened = app.page.context().waitForEvent('page');
  await open();
  const dialog = await opened;
  const field = dialog.getByRole('dialog').getByLabel('Folder');
  await field.fill(folder);
  // The page goes with the key, which may be before it is reported as pressed.
  await field.press('Enter').catch((error: unknown) => {
    if (!dialog.isClosed()) throw error;
  });
}
