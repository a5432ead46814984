import { describe, expect, it } from 'vitest';
import { appFolderAmong, readPort } from './command-line.ts';

describe('the command line', () => {
  it('names the app’s folder before the app’s own arguments', () => {
    expect(appFolderAmong(['--flag', 'folder', 'file'])).toBe('folder');
    expect(appFolderAmong(['--flag'])).toBe(null);
  });

  it('refuses a port that is none', () => {
    for (const port of ['', 'x', '65536', '-1']) expect(() => readPort(port)).toThrow('a port is a number');
    expect(readPort('0')).toBe(0);
  });
});
