// `npm run soak -- --kills N --seed S`: kills the app, and the process of it that submits, as often as asked, before a
// service that misbehaves, and counts on that service's ledger whether anything was lost or paid twice. `--help` names
// the other options.
import { build, installPackages, run } from './setup.mjs';

installPackages();
build();
process.exit(run('node', ['e2e/soak/run.ts', ...process.argv.slice(2)]));
