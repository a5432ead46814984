import { app } from 'electron';
import type { Desktop } from '../desktop/desktop.ts';
import type { Ending } from '../ending.ts';
import { relaunch } from '../relaunch.ts';
import type { Closing } from './closing.ts';
import type { MainWindow } from './main-window.ts';
import type { WayIn } from './way-in.ts';

/** Handles the events of the system and the user about the app's windows. */
export function hearSystem(window: MainWindow, wayIn: WayIn, closing: Closing, desktop: Desktop, ending: Ending): void {
  // Windows ends the process as soon as this returns, and sends no other event, so all data must be on disk by then.
  window.onOpen((opened) => opened.on('session-end', () => ending.begin(0)));
  app.on('activate', () => wayIn.to(null));
  app.on('window-all-closed', () => {
    if (closing.staysWithoutWindow) desktop.windowClosed();
    else app.quit();
  });
  app.on('before-quit', () => closing.quit());
  app.on('will-quit', (event) => ending.quit(event));
  app.on('second-instance', () => {
    // This app is closing. Electron's helper process starts it again after its end, even after a kill.
    if (ending.hasBegun) relaunch([]);
  });
}
