// What `npm start` and `npm test` fetch by themselves, by itself: the packages, and Electron's binary. For a machine that is
// to be made ready for them step by step, as CI's are: nothing is shown yet, so no display and no sandbox is asked for.
import { electronBinary, installPackages, say } from './setup.mjs';

installPackages();
if (electronBinary({ again: true }) === null) {
  say('Electron’s binary could not be fetched.');
  process.exit(1);
}
