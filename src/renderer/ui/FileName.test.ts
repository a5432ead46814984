import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleName } from '../../shared/text.ts';
import { splitFileName } from './split-file-name.ts';

test('fillers that draw nothing become boxes, and a long run of blanks is cut', () => {
  for (const filler of ['\u3164', '\u2800', '\u115f', '\u1160', '\uffa0']) {
    expect(visibleName(`a${filler}b`)).toBe('a\ufffdb');
  }
  expect(visibleName(`invoice.pdf${'\u2003'.repeat(38)}.exe`)).toBe('invoice.pdf … .exe');
  expect(visibleName('two  blanks.txt')).toBe('two  blanks.txt');
});

test('head and tail together are the whole name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
      const { head, tail } = splitFileName(name);
      expect(head + tail).toBe(name);
    }),
  );
});

test('a long name keeps its end and its extension', () => {
  expect(splitFileName('the minutes of the meeting of the board, final-v7.docx').tail).toBe('final-v7.docx');
});

test('a short name is not cut apart', () => {
  expect(splitFileName('report.pdf')).toEqual({ head: 'report.pdf', tail: '' });
});

test('an emoji of several parts is never cut', () => {
  const family = '👨‍👩‍👧‍👦';
  const { tail } = splitFileName(`${'a'.repeat(40)}${family.repeat(9)}.png`);
  expect(tail).toBe(`${family.repeat(8)}.png`);
});

test('letters that join are cut only before the extension', () => {
  expect(splitFileName(`${'الفاتورة '.repeat(6)}.pdf`).tail).toBe('.pdf');
});

test('a dot file and a name that ends in a dot have no extension', () => {
  expect(splitFileName(`.${'a'.repeat(40)}`).tail).toHaveLength(8);
  expect(splitFileName(`${'a'.repeat(40)}.`).tail).toHaveLength(8);
});

test('marks that turn the reading order around are made visible', () => {
  expect(visibleName('invoice\u202efdp.exe')).toBe('invoice\ufffdfdp.exe');
});

test('a line break in a name is made visible', () => {
  expect(visibleName('two\nlines')).toBe('two\ufffdlines');
});

test('a name of two million signs is cut in its middle, and its end stays in sight', () => {
  const shown = visibleName(`${'a'.repeat(2_000_000)}.pdf`);
  expect(shown.length).toBeLessThan(2_000);
  expect(splitFileName(shown).tail).toBe('aaaaaaaa.pdf');
});

test.each(['a\u200fb', 'a\u061cb', 'a\u200bb', 'a\u2028b', 'a\ufeffb', 'a\u00adb', 'a\u2066b'])(
  'what nobody sees in %j is made visible',
  (name) => {
    expect(visibleName(name)).toBe('a\ufffdb');
  },
);

test('what joins emoji, and letters of some scripts, stays', () => {
  for (const name of ['👨‍👩‍👧.png', 'می‌خواهم.txt']) expect(visibleName(name)).toBe(name);
});
