// `npm run screenshots`: builds what is out of date and takes the pictures in resources/screenshots anew, or those of a file
// (`npm run screenshots -- e2e/preferences.pictures.ts`).
import { build, installPackages, installSystemPackages, run } from './setup.mjs';

installSystemPackages(['chromium', 'fonts-noto-color-emoji', 'fonts-noto-core']);
installPackages();
build();
process.exit(run('playwright', ['test', '-c', 'e2e/screenshots.config.ts', ...process.argv.slice(2)]));
