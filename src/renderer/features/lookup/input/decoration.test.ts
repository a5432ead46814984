import { describe, expect, test } from 'vitest';
import { withoutDecoration } from './decoration.ts';
import { keysOfEntry, readLookupText } from './lookup-text.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

const decorated = [
  [String.raw`C:\Users\me\letter 0103.txt`, 'letter 0103.txt'],
  [String.raw`\\server\share\letter 0103.txt`, 'letter 0103.txt'],
  ['"C:\\Users\\me\\letter 0103.txt"', 'letter 0103.txt'],
  ['/home/me/Letters/letter 0104.txt', 'letter 0104.txt'],
  ['Letters/letter 0104.txt', 'letter 0104.txt'],
  ['~/letter', 'letter'],
  ['file:///home/me/letter%200105.txt', 'letter 0105.txt'],
  ['file:///C:/Letters/100%.txt', '100%.txt'],
  ['- letter 0106.txt', 'letter 0106.txt'],
  ['* letter 0106.txt', 'letter 0106.txt'],
  ['• letter 0106.txt', 'letter 0106.txt'],
  ['3. letter 0107.txt', 'letter 0107.txt'],
  ['(12) letter 0107', 'letter 0107'],
  ['3) - letter 0107', 'letter 0107'],
  ['[ ] letter 0107.txt', 'letter 0107.txt'],
  ['letter 0108.txt (2 kB)', 'letter 0108.txt'],
  ['letter 0108.txt (2,365 bytes)', 'letter 0108.txt'],
  ['letter 0108.txt [1.5 MiB]', 'letter 0108.txt'],
  ['1. /home/me/letter 0109.txt (12 B)', 'letter 0109.txt'],
] as const;

test.each(decorated)('%s is without its decoration %s', (line, name) => {
  expect(withoutDecoration(line)).toBe(name);
});

test.each([
  'letter.txt',
  'letter (2).txt',
  'and/or',
  '-2 letter',
  '3.letter',
  '1/2',
  '/',
  '- ',
  'a (b)',
  '2026 report',
])('%s has none', (line) => {
  expect(withoutDecoration(line)).toBeNull();
});

describe('a line with decoration asks for itself first, and without it where it finds nothing', () => {
  test.each(decorated)('%s, by itself and in a list', (line, name) => {
    const alone = readLookupText(line, 'en-GB', now);
    expect(alone).toMatchObject({ kind: 'one', keys: { undecorated: { name } } });
    const list = readLookupText(`${line}\nhandover.pdf`, 'en-GB', now);
    const [first] = list.kind === 'list' ? list.entries : [];
    expect(first && keysOfEntry(first, 'en-GB', now)).toEqual(alone.kind === 'one' && alone.keys);
  });

  test('a date has none: dots are a part of it; behind a mark of a list it is one', () => {
    expect(readLookupText('3. May 2026', 'en-GB', now)).toMatchObject({ keys: { undecorated: null } });
    const marked = readLookupText('• 12 nov', 'en-GB', now);
    expect(marked.kind === 'one' && marked.keys.undecorated?.days).not.toBeNull();
  });
});

test('marks that were pasted with a tab behind them make no table of a list', () => {
  const read = readLookupText('•\tletter 0106.txt\n2.\tletter 0107.txt', 'en-GB', now);
  expect(read.kind === 'list' && read.entries.map(({ text, beside }) => [text, beside])).toEqual([
    ['• letter 0106.txt', []],
    ['2. letter 0107.txt', []],
  ]);
});
