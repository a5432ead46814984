import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deepFolder } from './deep-folder.fixture.ts';
import { longestNameIn } from './placing.ts';

test.skipIf(process.platform === 'win32')(
  'the longest name that a folder takes is found without writing anything',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'dropslip-names-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(longestNameIn(folder)).toBe(255);
    const deep = deepFolder(folder);
    const longest = longestNameIn(deep);
    expect(longest).toBeLessThan(255);
    writeFileSync(join(deep, 'x'.repeat(longest)), '');
    expect(() => writeFileSync(join(deep, 'x'.repeat(longest + 1)), '')).toThrow('ENAMETOOLONG');
  },
);
