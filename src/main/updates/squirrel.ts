import { once } from 'node:events';
import type { AutoUpdater } from 'electron';
import pTimeout from 'p-timeout';

/** It copies the app, and has the system look at all of it. */
const PATIENCE_MS = 120_000;

/**
 * Squirrel takes the new app from electron-updater, which serves it on this machine, and checks who has signed it. From then on it
 * is installed at the app's next end, whatever that is for: nothing takes it back. Rejects where Squirrel refuses it, and where
 * nothing is heard: of an app that nobody has signed it says so while it is set up, and never again.
 */
export async function handOverToSquirrel(
  squirrel: Pick<AutoUpdater, 'checkForUpdates'> & NodeJS.EventEmitter,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  const isTaken = once(squirrel, 'update-downloaded', { signal });
  const isNone = once(squirrel, 'update-not-available', { signal }).then(() => {
    throw new Error('Squirrel sees no update in what it was given.');
  });
  try {
    const answered = pTimeout(Promise.race([isTaken, isNone]), {
      milliseconds: patienceMs,
      message: 'Squirrel does not answer.',
    });
    squirrel.checkForUpdates();
    await answered;
  } finally {
    settled.abort();
  }
}
