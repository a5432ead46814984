import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';

describe('the command line', () => {
  it('names the app’s folder first, and a debugging port anywhere', () => {
    expect(readCommandLine(['--flag', 'folder', 'file'])).toEqual({ appFolder: 'folder', debuggingPort: null });
    expect(readCommandLine(['folder', '--remote-debugging-port=0'])).toEqual({ appFolder: 'folder', debuggingPort: 0 });
  });

  it('refuses a port that is none', () => {
    for (const port of ['', 'x', '65536', '-1']) {
      expect(() => readCommandLine([`--remote-debugging-port=${port}`])).toThrow('a port is a number');
    }
  });
});
