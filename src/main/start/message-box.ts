import { dialog, type MessageBoxOptions } from 'electron';

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
