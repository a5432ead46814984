import { setImmediate } from 'node:timers/promises';
import { app } from 'electron';
import { logFailedStart } from '../core/log-file.ts';
import { DataFolderLock } from '../core/storage/index.ts';
import { isTooLongToHandOver, OpenedFiles } from './desktop/opened-files.ts';
import { declareAppScheme } from './files/app-protocol.ts';
import { refuseDebuggers, refuseDictionaries, refuseNameLookups } from './security.ts';
import { smokeTestWish } from './smoke-test.ts';
import { claimStart } from './start/claim.ts';
import { identifyApp, placeUserData, singleInstanceLock, userDataFolder } from './start/identity.ts';
import { Links } from './start/links.ts';
import { refuseStart } from './start/refusal.ts';
import { failed, unwritable } from './start/refusal-reason.ts';
import { UncaughtErrors } from './start/uncaught-errors.ts';

declareAppScheme();
identifyApp();
refuseNameLookups();
refuseDictionaries();
refuseDebuggers();
// Root must pass `--no-sandbox`, because Chromium refuses to start otherwise. `enableSandbox` would override it.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
const links = new Links();
const smokeTest = smokeTestWish(process.env);
const opened = new OpenedFiles();
const uncaught = new UncaughtErrors((error) => {
  logFailedStart(userDataFolder(), error);
  // A smoke test has no user who could read a window.
  if (smokeTest === 'wanted') app.exit(1);
  else void refuseStart(failed(userDataFolder(), error));
});
begin().catch((error: unknown) => uncaught.take(error));

/** Starts the app if it is the first on its data folder. Any other start shows why it ends. */
async function begin(): Promise<void> {
  if (smokeTest === 'refused') {
    process.stderr.write(
      'A smoke test needs a data folder of its own, named by DROPSLIP_USER_DATA, with nothing in it.\n',
    );
    app.exit(2);
    return;
  }
  const userData = placeUserData();
  const lock = new DataFolderLock(userData);
  const isTooLong = isTooLongToHandOver(process.argv, process.cwd());
  const claim = claimStart((ms) => lock.take(ms), singleInstanceLock(), isTooLong);
  if (claim.kind === 'owned') {
    const ready = app.whenReady();
    // Lets Chromium start in parallel with the code that does not need it.
    await setImmediate();
    const { start } = await import('./start/first-window.ts');
    await start({ ready, userData, links, opened, uncaught, isSmokeTest: smokeTest === 'wanted' });
  } else if (claim.kind === 'handed-over') {
    app.quit();
  } else {
    const wasGiven = links.isPending || opened.hasPending;
    await refuseStart(
      claim.kind === 'taken' ? { code: 'taken', folder: userData, wasGiven } : unwritable(userData, claim),
    );
  }
}
