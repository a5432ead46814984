// `npm run package`: builds the app and makes its installers for this system and architecture, in dist/. Nothing is uploaded.
// Arguments after `--` go to electron-builder: `npm run package -- --dir` makes the folder alone that installers hold.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageReport } from './package-report.mjs';
import { build, electronBinary, installPackages, root, run, say } from './setup.mjs';

const args = process.argv.slice(2);
const isFolderAlone = args.includes('--dir');
const hasElectronOfItsOwn = args.some((arg) => arg.includes('electronDist'));

installPackages();
// A compiler leaves it, a download does not.
if (!existsSync(join(root, 'node_modules', 'keytar', 'build', 'config.gypi'))) {
  say('Nothing is packaged: keytar’s library was not compiled here. `npm rebuild keytar` compiles it.');
  process.exit(1);
}
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
for (const line of packageReport(join(root, 'dist'), begun - 1_000, { status, isFolderAlone })) say(line);
process.exit(status);
