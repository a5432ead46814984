import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, type MessageBoxOptions } from 'electron';
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
    await askBeforeWindow({ type: 'error', message, detail, buttons: ['Close'] });
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
 * Shows a message box of the system before there is a window. Resolves with the index of the chosen button. On Linux
 * Electron keeps the answer until something else wakes main (electron/electron#51049); the timer does.
 */
export async function askBeforeWindow(options: MessageBoxOptions): Promise<number> {
  const timer = setInterval(() => undefined, WAKE_EVERY_MS);
  try {
    return (await dialog.showMessageBox({ title: 'Dropslip', ...options })).response;
  } finally {
    clearInterval(timer);
  }
}
