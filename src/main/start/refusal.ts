import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, type MessageBoxOptions, type MessageBoxReturnValue } from 'electron';
import { type StartRefusal, startRefusalWords } from '../../shared/messages/start.ts';

/**
 * Shows in a window of the system why this start ends, and then ends it. The window needs nothing of the app, which may
 * have failed anywhere. If possible, call before the app is ready.
 */
export async function refuseStart(refusal: StartRefusal): Promise<void> {
  try {
    if (!app.isReady()) placeSessionElsewhere();
    const { message, detail } = startRefusalWords(refusal);
    await app.whenReady();
    await askInMessageBox({ type: 'error', message, detail, buttons: ['Close'] });
  } finally {
    app.exit(1);
  }
}

/** Chromium must not write into a folder that another app owns or that is not writable. */
function placeSessionElsewhere(): void {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-start-'));
  app.setPath('sessionData', folder);
  app.setPath('crashDumps', folder);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

const WAKE_EVERY_MS = 100;

/**
 * Shows a message box of the system, over the window if there is one. On Linux Electron keeps the answer until something
 * else wakes main (electron/electron#51049); the timer does.
 */
export async function askInMessageBox(
  options: MessageBoxOptions,
  window: BrowserWindow | null = null,
): Promise<MessageBoxReturnValue> {
  const timer = setInterval(() => undefined, WAKE_EVERY_MS);
  const titled = { title: 'Dropslip', ...options };
  try {
    return await (window === null ? dialog.showMessageBox(titled) : dialog.showMessageBox(window, titled));
  } finally {
    clearInterval(timer);
  }
}
