// What `npm start` and `npm test` fetch by themselves, by itself: the packages, and Electron's binary. For a machine that is
// to be made ready for them step by step, as CI's are.
import { findElectron, installPackages, say } from './setup.mjs';

installPackages();
if (findElectron() === null) {
  say('Electron’s binary could not be fetched.');
  process.exit(1);
}
