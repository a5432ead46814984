// `npm run bench -- --json FILE`: measures Dropslip against curl, a bare fetch loop and its own targets.
// `--help` names the other options.
import { spawnSync } from 'node:child_process';
import { build, installPackages, installSystemPackages, run, say } from './setup.mjs';

installSystemPackages(['curl', 'chromium']);
if (spawnSync('curl', ['--version'], { stdio: 'ignore' }).error !== undefined) {
  say('The benchmark compares Dropslip with curl, and curl is not installed here. Install it, then run this again.');
  process.exit(1);
}
installPackages();
build();
process.exit(run('node', ['e2e/bench/run.ts', ...process.argv.slice(2)]));
