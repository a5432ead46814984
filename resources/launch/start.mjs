// `npm start`: sets up what is missing, then opens the app. Arguments after `--` go to the app.
import { spawn } from 'node:child_process';
import { sandboxRemedy } from './sandbox.mjs';
import { build, environment, installPackages, prepareDisplay, prepareElectron, root, say, stop } from './setup.mjs';

/** An Electron that aborts within this time (ms) has most likely not got its sandbox. */
const START_MS = 1_000;

const help = `npm start -- [OPTIONS] [FILES AND FOLDERS]

Opens Dropslip. It asks before it submits files and folders.

  --background                start without a window if the desktop has a tray
  --remote-debugging-port=N   let Playwright or a browser drive the window
  --help                      show this help

Environment:
  DROPSLIP_USER_DATA=FOLDER   keep all of the app’s data in FOLDER
  DROPSLIP_KEYCHAIN=none      keep secrets only until the app closes
  DROPSLIP_PRACTICE=JSON      set options of the built-in practice service

See README.md for more.`;

if (['--help', '-h'].some((argument) => process.argv.slice(2).includes(argument))) {
  console.log(help);
  process.exit(0);
}

installPackages();
build();
await prepareDisplay();
const electron = await prepareElectron();

const startedAt = performance.now();
const child = spawn(electron.program, [...electron.args, root, ...process.argv.slice(2)], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => stop(`The app could not be started: ${error.message}`));
child.on('exit', (code, signal) => {
  const hasAborted = signal === 'SIGTRAP' || signal === 'SIGABRT';
  if (hasAborted && performance.now() - startedAt < START_MS) say(sandboxRemedy(electron.program));
  process.exit(signal === null ? (code ?? 1) : 1);
});
