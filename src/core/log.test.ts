import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logTail } from './diagnostics/report.ts';
import { openLog } from './log.ts';
import { logFailedStart } from './log-file.ts';

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

describe.skipIf(process.platform === 'win32')('no start fails for its log', () => {
  test('with a folder in its place', async () => {
    mkdirSync(join(userData, 'logs', 'dropslip.log'), { recursive: true });
    const log = openLog(userData);
    expect(() => log.info({}, 'started')).not.toThrow();
    const tail = await logTail(join(userData, 'logs', 'dropslip.log'));
    expect(tail).toEqual([expect.stringContaining('The log could not be read')]);
  });

  test('with a file where its folder is to be', () => {
    writeFileSync(join(userData, 'logs'), '');
    expect(() => openLog(userData).info({}, 'started')).not.toThrow();
  });
});

test('what is logged stands in the file', () => {
  openLog(userData).info({}, 'first');
  openLog(userData).info({}, 'second');
  expect(readFileSync(join(userData, 'logs', 'dropslip.log'), 'utf8')).toMatch(/first.*second/s);
});

/** A line without what no two have in common. */
function read(line: string): object {
  const { time, error, ...rest } = JSON.parse(line);
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(error.stack).toContain('log.test.ts');
  return { ...rest, error: { ...error, stack: '' } };
}

test('a start that failed is in the log as everything else is, and one that can have no log fails no further', () => {
  logFailedStart(userData, new TypeError('no such luck'));
  openLog(userData).error({ error: new TypeError('no such luck') }, 'the start failed');
  const [line, ofPino] = readFileSync(join(userData, 'logs', 'dropslip.log'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(read);
  expect(line).toEqual(ofPino);
  expect(line).toMatchObject({ error: { type: 'TypeError', message: 'no such luck' } });
  writeFileSync(join(userData, 'file'), '');
  expect(() => logFailedStart(join(userData, 'file'), new Error('no such luck'))).not.toThrow();
});

test('a start that failed leaves the code of its error and what caused it', () => {
  const cause = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' });
  logFailedStart(userData, new Error('The data could not be opened.', { cause }));
  const log = readFileSync(join(userData, 'logs', 'dropslip.log'), 'utf8');
  expect(log).toMatch(/The data could not be opened\..*disk I\/O error.*ERR_SQLITE_ERROR/);
});
