// `npm run package`: builds the app and makes its installers for this system and architecture, in dist/. Nothing is uploaded.
// Arguments after `--` go to electron-builder: `npm run package -- --dir` makes the folder alone that installers hold.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build, electronBinary, installPackages, root, run, say } from './setup.mjs';

const args = process.argv.slice(2);
const isFolderAlone = args.includes('--dir');
const hasElectronOfItsOwn = args.some((arg) => arg.includes('electronDist'));

/** What is made where, by the end of its name, and whose tools electron-builder fetches from GitHub when it first needs them. */
const installers = {
  linux: ['.AppImage', '.deb'],
  darwin: ['.dmg', '.zip'],
  win32: ['.exe'],
};

installPackages();
build();
if (!hasElectronOfItsOwn && electronBinary({ again: true }) === null) {
  say('Nothing can be packaged here: Electron’s binary could not be fetched, and the app runs in it. It comes from');
  say(
    'github.com/electron/electron, or from a mirror that ELECTRON_MIRROR names. `npm test` packs all else with a stand-in.',
  );
  process.exit(1);
}

const begun = Date.now();
const status = run('electron-builder', [
  ...['--config', 'resources/packaging/electron-builder.config.ts', '--publish', 'never'],
  ...args,
]);
const dist = join(root, 'dist');
const made = readdirSync(dist).filter((name) => statSync(join(dist, name)).mtimeMs >= begun - 1_000);
const packages = made.filter((name) =>
  Object.values(installers)
    .flat()
    .some((end) => name.endsWith(end)),
);
const folders = made.filter((name) => statSync(join(dist, name)).isDirectory() && !name.startsWith('.'));
say(`made in dist: ${[...folders, ...packages].join(', ') || 'nothing'}`);

const wanted = isFolderAlone ? [] : (installers[process.platform] ?? []);
const missing = wanted.filter((end) => !packages.some((name) => name.endsWith(end)));
if (status !== 0 && folders.length > 0 && missing.length > 0) {
  say(
    `not made: ${missing.join(', ')}. The lines above say why; mostly its tools could not be fetched from github.com.`,
  );
}
process.exit(status);
