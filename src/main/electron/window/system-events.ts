import { app } from 'electron';
import type { Desktop } from '../desktop/desktop.ts';
import { movableArguments } from '../desktop/opening/start-arguments.ts';
import type { Ending } from '../ending.ts';
import { relaunch } from '../relaunch.ts';
import type { Closing } from './closing.ts';
import type { WayIn } from './way-in.ts';

type Hearing = {
  readonly wayIn: WayIn;
  readonly closing: Closing;
  readonly desktop: Desktop;
  readonly ending: Ending;
};

/** Hears what the system and the person want of the app's windows, until the end. */
export function hearSystem({ wayIn, closing, desktop, ending }: Hearing): void {
  app.on('activate', () => wayIn.toLink(null));
  app.on('window-all-closed', () => {
    if (closing.staysWithoutWindow) desktop.windowClosed();
    else app.quit();
  });
  app.on('before-quit', () => closing.quit());
  app.on('will-quit', (event) => ending.quit(event));
  app.on('second-instance', (_event, argv, folder) => {
    // Electron has a process of its own wait for the end of this one, also for one by force.
    if (ending.hasBegun) relaunch(movableArguments(argv, folder));
  });
}
