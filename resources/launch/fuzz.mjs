// `npm run fuzz -- --minutes=60 --seed=N`: gives everything that parses what comes from outside inputs that are nearly
// right, and looks for what breaks a promise, hangs or fills the memory. `--help` names the other options.
import { installPackages, run } from './setup.mjs';

installPackages();
process.exit(run('node', ['e2e/fuzz/run.ts', ...process.argv.slice(2)]));
