// `npm run package`: builds the app and makes its installers for this system and architecture, in dist/. Nothing is uploaded.
// Arguments after `--` go to electron-builder: `npm run package -- --dir` makes the folder alone that installers hold.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findElectron } from './electron.mjs';
import { packageReport } from './package-report.mjs';
import { build, environment, installPackages, root, run, say, stop } from './setup.mjs';

const args = process.argv.slice(2);

installPackages();
// A compiler leaves this file, a download does not.
if (!existsSync(join(root, 'node_modules', 'keytar', 'build', 'config.gypi')))
  stop('Nothing is packaged, because keytar is not compiled here. Run `npm rebuild keytar`, then try again.');
build();
// Users get the pinned Electron, so no other one counts here.
const electron = await findElectron({
  root,
  say,
  again: true,
  env: { ...environment, ELECTRON_OVERRIDE_DIST_PATH: '' },
});
if (electron.kind === 'missing') stop(`Nothing is packaged. ${electron.words}`);

const startedAt = Date.now();
const status = run('electron-builder', [
  ...['--config', 'resources/packaging/electron-builder.config.ts', '--publish', 'never'],
  ...args,
]);
const isFolderAlone = args.includes('--dir');
for (const line of packageReport(join(root, 'dist'), startedAt - 1_000, { status, isFolderAlone })) say(line);
process.exit(status);
