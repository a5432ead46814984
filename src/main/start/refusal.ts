import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, type MessageBoxOptions } from 'electron';
import { type StartRefusal, startRefusalWords } from '../../shared/messages/start.ts';

/**
 * Says in a window of its own why this start ends, and then ends it. The window is the system's: it needs nothing of the
 * app, of which anything may have failed. Call before the app is ready where that can be.
 */
export async function refuseStart(refusal: StartRefusal | Promise<StartRefusal>): Promise<void> {
  try {
    if (!app.isReady()) placeSessionElsewhere();
    const { tone, message, detail } = startRefusalWords(await refusal);
    await app.whenReady();
    await askBeforeWindow({ type: tone, message, detail, buttons: ['Close'] });
  } finally {
    app.exit(1);
  }
}

/** Chromium writes too: not in a folder that is another app's, or in which nothing can be written. */
function placeSessionElsewhere(): void {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-start-'));
  app.setPath('sessionData', folder);
  app.setPath('crashDumps', folder);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

const WAKE_EVERY_MS = 100;

/**
 * Shows a message box of the system before there is any window, and resolves with the index of the button that the user
 * chose. On Linux Electron keeps the answer until something else wakes main: electron/electron#51049. The timer wakes it.
 */
export async function askBeforeWindow(options: MessageBoxOptions): Promise<number> {
  const timer = setInterval(() => undefined, WAKE_EVERY_MS);
  try {
    return (await dialog.showMessageBox({ title: 'Dropslip', ...options })).response;
  } finally {
    clearInterval(timer);
  }
}
