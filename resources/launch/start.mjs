// `npm start`: sets up what is missing, then opens the app on Electron, or on an installed Chromium where Electron's
// binary can't be had. Arguments after `--` go to the app.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  build,
  environment,
  findChromium,
  findElectron,
  hasDisplay,
  installPackages,
  installSystemPackages,
  root,
  say,
  started,
} from './setup.mjs';

const args = process.argv.slice(2);

installPackages();
build();

// Chromium's own sandbox refuses to work for root.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const electron = findElectron();
if (electron !== null) {
  launch(electron, [...sandbox, root, ...args]);
} else {
  installSystemPackages(['chromium']);
  if (findChromium() === null) {
    say(
      hasDisplay()
        ? 'Electron can’t be used here and no Chromium, Chrome or Edge was found. Install one of them, then start again.'
        : 'There is no display here. Install Chromium, then start again: the app runs in it without a display.',
    );
    process.exit(1);
  }
  if (hasDisplay()) say('Electron can’t be used here, so the app opens in the installed Chromium.');
  launch('node', [join(root, 'e2e', 'chromium-host', 'run.ts'), ...sandbox, root, ...args]);
}

function launch(command, commandArgs) {
  const [program, ...given] = started(command, commandArgs);
  const child = spawn(program, given, { cwd: root, env: environment, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    say(`The app could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}
