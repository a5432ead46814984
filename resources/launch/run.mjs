// Runs a tool of the project, such as `node resources/launch/run.mjs playwright test -c e2e/playwright.config.ts`, on an Electron
// and a display. Sets up what is missing first.
import {
  build,
  desktopPackages,
  installPackages,
  installSystemPackages,
  prepareDisplay,
  prepareElectron,
  run,
} from './setup.mjs';

const [command, ...args] = process.argv.slice(2);
installSystemPackages([...desktopPackages, 'curl']);
installPackages();
build();
await prepareDisplay();
await prepareElectron();
process.exit(run(command, args));
