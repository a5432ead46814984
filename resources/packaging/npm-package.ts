// Packs the built command line for npm (`npm run package:cli`): dist/npm/dropslip-VERSION.tgz. Nothing is uploaded.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');

/** Packs out/cli into the folder `to`, which it empties first. Returns the path of the tarball. */
export function packForNpm(to: string): string {
  const folder = join(to, 'package');
  rmSync(to, { recursive: true, force: true });
  cpSync(join(root, 'out', 'cli'), folder, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(import.meta.dirname, 'npm-readme.md'), join(folder, 'README.md'));
  const { name, version, description, homepage, author, license, dependencies } = manifest;
  const packed = {
    ...{ name, version, description, homepage, author, license },
    type: 'module',
    bin: { dropslip: 'dropslip.js' },
    engines: { node: '>=24' },
    // A machine without a keychain or a compiler goes without it.
    optionalDependencies: { keytar: dependencies.keytar },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  // Windows finds npm only through a shell. No argument needs quotes.
  const options = { cwd: folder, shell: process.platform === 'win32' };
  execFileSync('npm', ['pack', '--loglevel=error', '--pack-destination', '..'], options);
  rmSync(folder, { recursive: true });
  return join(to, `${name}-${version}.tgz`);
}

if (import.meta.main) process.stdout.write(`${packForNpm(join(root, 'dist', 'npm'))}\n`);
