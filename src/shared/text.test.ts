import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, normaliseHex, rowText, shortenHex } from './text.ts';

test('short text of ordinary signs is shown as it is, emoji and joined letters too', () => {
  for (const text of ['', 'a', '0x12ab', 'Ünïcödé', 'नमस्ते', 'می‌خواهم', '👩‍👩‍👧', 'שלום', 'e\u0301\u0323']) {
    expect(rowText(text)).toBe(text);
  }
});

test('a million characters are shown as one short line that says that it goes on', () => {
  for (const sign of ['a', '9', '\u0301', '\u200b', '\u202e', '\n', '😀', ' ', '\ud800']) {
    const shown = rowText(sign.repeat(1_000_000));
    expect(shown.length).toBeLessThanOrEqual(201);
    expect(shown.endsWith('…')).toBe(true);
  }
});

test('what is shown has no line end, turns nothing around and stacks no marks, whatever the text', () => {
  const odd = fc.constantFrom(
    'a',
    '\u0301',
    '\u0336',
    '\u202e',
    '\u2066',
    '\u2069',
    '\n',
    '\r',
    '\t',
    '\u2028',
    '\u200b',
    '😀',
  );
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 400 }), (signs) => {
      const shown = rowText(signs.join(''));
      expect(shown).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{M}{5}|\p{Cf}{3}/u);
      expect(shown.isWellFormed()).toBe(true);
    }),
  );
});

test('of a pile of marks four are left, and letters with a few stay as they are', () => {
  expect(cleanText(`a${'\u0301'.repeat(100_000)}b`)).toBe(`a${'\u0301'.repeat(4)}b`);
  expect(cleanText('e\u0301\u0323 नमस्ते')).toBe('e\u0301\u0323 नमस्ते');
});

test('where line ends stay, nothing else does that turns the text around or that nobody sees', () => {
  expect(cleanText('{\n\t"a": "b\u202ec\u0000"\r\n}', { as: 'lines' })).toBe('{\n\t"a": "b\ufffdc\ufffd"\r\n}');
});

test('a run of what takes no room is one box, and the flags that are spelled with it stay', () => {
  expect(cleanText(`a${'\u200d'.repeat(50)}b`)).toBe('a\ufffdb');
  expect(cleanText('🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿')).toBe('🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿');
});

test('cleaning twice is cleaning once, however long the text is', () => {
  const signs = fc.constantFrom('a', '…', ' ', '\u3164', '\u0301', '\u202e', '\n', '\u200d', '😀', '“');
  const texts = fc.array(signs, { maxLength: 120 }).map((some) => some.join(''));
  const uses = fc.constantFrom('line', 'lines', 'name', 'asked');
  fc.assert(
    fc.property(texts, uses, (text, as) => {
      const once = cleanText(text, { as, longest: 20 });
      expect(cleanText(once, { as, longest: 20 })).toBe(once);
      expect(once.length).toBeLessThanOrEqual(21);
    }),
  );
});

test('hex is made lower case with 0x', () => {
  expect(['0xABcd', 'abCD', ' 0XABCD '].map(normaliseHex)).toEqual(['0xabcd', '0xabcd', '0xabcd']);
});

test('what is not whole bytes of hex is none', () => {
  expect(['', '0x', '0xabc', 'xyz', '0x0x11'].map(normaliseHex)).toEqual([null, null, null, null, null]);
});

test('long hex is shortened in the middle, short text stays', () => {
  expect(shortenHex(`0x1234${'0'.repeat(56)}abcd`)).toBe('0x1234…abcd');
  expect(shortenHex('0x12345678')).toBe('0x12345678');
});
