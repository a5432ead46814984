import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (name) => readFileSync(join(root, name), 'utf8');
const locks = ['package-lock.json', 'resources/launch/fallback-electron/package-lock.json'].map((name) =>
  Object.entries(JSON.parse(read(name)).packages).filter(([path]) => path !== ''),
);

test('no install script of a package runs by itself, and the lockfile names no registry', () => {
  const settings = read('.npmrc').split(/\r?\n/);
  expect(settings).toContain('ignore-scripts=true');
  expect(settings).toContain('omit-lockfile-registry-resolved=true');
});

test.each(locks)('a lockfile has a hash of each package and no address', (...packages) => {
  expect(packages.length).toBeGreaterThan(0);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(packages.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path)).toEqual(
    [],
  );
});

// nodejs/node-addon-api 5.1.0 fixed what clang 21 and newer refuse in the version that keytar asks for.
test('keytar is compiled with a node-addon-api that new compilers accept', () => {
  const versions = locks[0].filter(([path]) => path.endsWith('node_modules/node-addon-api'));
  expect(versions.length).toBeGreaterThan(0);
  for (const [, { version }] of versions) expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(8);
});
