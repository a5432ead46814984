/**
 * Combining accents of Latin, Greek and Cyrillic letters. In other scripts, marks are vowels or distinguish letters, so
 * they are kept.
 */
const accents = /[\u0300-\u036f]/g;
const plainSigns = /^[\0-\x7f]*$/;

/**
 * Folds a name for comparison. It ignores case, accents, and the difference between composed and decomposed characters.
 * Upper case is used because it makes `ß` and `SS`, and `ς` and `σ`, equal.
 */
export function foldName(name: string): string {
  if (plainSigns.test(name)) return name.toUpperCase();
  return name.normalize('NFKC').toUpperCase().normalize('NFD').replace(accents, '').normalize('NFC');
}

/** Folds a name but keeps accents, to distinguish names that differ only in them. */
export function foldAccented(name: string): string {
  return name.normalize('NFKC').toUpperCase().normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** The position of a folded text in an unfolded name, as UTF-16 offsets; null if it is not there. */
export function findFolded(name: string, folded: string): { readonly from: number; readonly until: number } | null {
  // Created on demand: the first segmenter loads tables that few app starts need.
  const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let whole = '';
  const starts: { readonly folded: number; readonly at: number }[] = [];
  for (const { segment, index } of signs.segment(name)) {
    starts.push({ folded: whole.length, at: index });
    whole += foldName(segment);
  }
  const found = whole.indexOf(folded);
  if (found < 0 || folded === '') return null;
  const first = starts.findLast((start) => start.folded <= found);
  const after = starts.find((start) => start.folded >= found + folded.length);
  return { from: first?.at ?? 0, until: after?.at ?? name.length };
}

/** The folded words of a typed name. A matching file name contains each of them. */
export function nameWords(name: string): readonly string[] {
  return foldName(name)
    .split(/\s+/)
    .filter((word) => word !== '');
}
