import type { BrowserWindow } from 'electron';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import { tellWindow } from './ipc.ts';
import { openWindow } from './window.ts';

export type MainWindow = ReturnType<typeof createMainWindow>;

/** The one window, opened anew when it was closed. `onOpen` is told of each. */
export function createMainWindow(preload: string, onOpen: (window: BrowserWindow) => void) {
  let window: BrowserWindow | null = null;
  let listening = false;
  const untold: WindowEvent[] = [];

  const current = (): BrowserWindow | null => (window === null || window.isDestroyed() ? null : window);
  const tell = (event: WindowEvent): void => tellWindow(current()?.webContents ?? null, event);

  return {
    current,
    tell,

    show(): void {
      const open = current();
      if (open === null) {
        listening = false;
        window = openWindow(preload);
        onOpen(window);
        return;
      }
      if (open.isMinimized()) open.restore();
      open.show();
      open.focus();
    },

    /** Tells what must not be missed: a page that is still loading hears it once it draws. */
    tellSurely(event: WindowEvent): void {
      if (listening) tell(event);
      else untold.push(event);
    },

    /** The page has asked for all that it draws, and hears events from here on. */
    nowListening(): void {
      listening = true;
      setImmediate(() => untold.splice(0).forEach(tell));
    },
  };
}
