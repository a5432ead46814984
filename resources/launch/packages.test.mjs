import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (name) => readFileSync(join(root, name), 'utf8');
const { packages } = JSON.parse(read('package-lock.json'));

test('each package that comes with an install script is named, with whether it may run', () => {
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript = false }]) => hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1));
  const { allowScripts } = JSON.parse(read('package.json'));
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript)].sort());
});

test('npm runs no script of a package that is not named, and writes no registry into the lockfile', () => {
  const settings = read('.npmrc').split(/\r?\n/);
  expect(settings).toContain('strict-allow-scripts=true');
  expect(settings).toContain('omit-lockfile-registry-resolved=true');
});

test('the lockfile has a hash of each package, and says of none where it comes from', () => {
  const all = Object.entries(packages).filter(([path]) => path !== '');
  expect(all.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(all.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});
