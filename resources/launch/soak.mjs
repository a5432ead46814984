// `npm run soak -- --kills N --seed S`: kills the process that sends a batch, as often as asked, and looks whether
// anything was lost or paid twice. `--help` names the other options.
import { installPackages, run } from './setup.mjs';

installPackages();
process.exit(run('node', ['e2e/soak/run.ts', ...process.argv.slice(2)]));
