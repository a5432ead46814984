import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFolded, foldName } from './name-folding.ts';

test.each([
  ['Übergabe.pdf', 'u\u0308bergabe.PDF'],
  ['STRASSE.txt', 'straße.txt'],
  ['ΟΔΟΣ.txt', 'οδος.txt'],
  ['ﬁle.txt', 'FILE.TXT'],
  ['Überweisung.pdf', 'uberweisung.PDF'],
  ['café Ærø.txt', 'Cafe Ærø.TXT'],
  ['Ёлка.txt', 'елка.txt'],
  ['한글.txt', '한글.txt'.normalize('NFD')],
])('%s and %s are the same name', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test('a name is found in whatever form and case it is written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      expect(foldName(name.normalize('NFD'))).toBe(foldName(name.normalize('NFC')));
    }),
  );
});

test('marks that make another letter or a vowel are no accents', () => {
  expect(foldName('が.txt')).not.toBe(foldName('か.txt'));
  expect(foldName('कि.txt')).not.toBe(foldName('क.txt'));
});

test('the part that matched is found in the name as it was written', () => {
  const name = 'Fu\u0308r die Straße.pdf';
  const found = findFolded(name, foldName('STRASSE'));
  expect(found && name.slice(found.from, found.until)).toBe('Straße');
  const first = findFolded(name, foldName('für'));
  expect(first && name.slice(first.from, first.until)).toBe('Fu\u0308r');
  const plain = findFolded('Die Überweisung.pdf', foldName('uberweis'));
  expect(plain).toEqual({ from: 4, until: 12 });
  expect(findFolded(name, foldName('other'))).toBeNull();
});
