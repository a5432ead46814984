import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logFailedStart, openLog } from './log.ts';

let userData: string;
beforeEach(() => {
  userData = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(userData, { recursive: true, force: true }));

test.runIf(process.platform === 'linux')('a full disk does not fail what was only to be logged', () => {
  mkdirSync(join(userData, 'logs'));
  symlinkSync('/dev/full', join(userData, 'logs', 'dropslip.log'));
  const log = openLog(userData);
  expect(() => log.error({ detail: 'x'.repeat(10_000) }, 'the disk did not flush')).not.toThrow();
  logFailedStart(userData, new Error('database or disk is full'));
});

test('a start that failed is in the log, and one that can have no log fails no further', () => {
  logFailedStart(userData, new Error('no such luck'));
  expect(readFileSync(join(userData, 'logs', 'dropslip.log'), 'utf8')).toContain('no such luck');
  writeFileSync(join(userData, 'file'), '');
  expect(() => logFailedStart(join(userData, 'file'), new Error('no such luck'))).not.toThrow();
});
