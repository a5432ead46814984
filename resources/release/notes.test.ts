import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.each([
  ['v0.2.0-beta.1', 'is to be tried out'],
  ['v0.0.0', 'The tag is v0.0.0, and the version in package.json'],
])('the tag %s makes no release, and it says why', (tag, why) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'notes.ts'), tag], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(why);
});
