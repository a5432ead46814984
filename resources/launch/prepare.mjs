// What `npm start` and `npm test` fetch by themselves, by itself: the packages, and Electron's binary. For a machine that is
// to be made ready for them step by step, as CI's are: nothing is shown yet, so no display and no sandbox is asked for.
// `--with-this-node`: for what is released, with the Node that runs this in place of the one that comes with the packages.
import { electronBinary, installPackages, say } from './setup.mjs';

installPackages({ withThisNode: process.argv.includes('--with-this-node') });
if (electronBinary({ again: true }) === null) {
  say('Electron’s binary could not be fetched.');
  process.exit(1);
}
