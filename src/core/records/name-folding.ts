/** Those of Latin, Greek and Cyrillic letters. In other scripts marks are vowels or make other letters, and stay. */
const accents = /[\u0300-\u036f]/g;
const plainSigns = /^[\0-\x7f]*$/;

/**
 * A name as it is compared: whatever system wrote it, composed or decomposed, in whatever case, with accents or without. Upper
 * case first, because it is the one that makes `ß` and `SS`, `ς` and `σ` the same.
 */
export function foldName(name: string): string {
  if (plainSigns.test(name)) return name.toUpperCase();
  return name.normalize('NFKC').toUpperCase().normalize('NFD').replace(accents, '').normalize('NFC');
}

/** The same with its accents, by which two names that are one without them are told apart. */
export function foldAccented(name: string): string {
  return name.normalize('NFKC').toUpperCase().normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** Where a folded text stands in a name that is not folded, as UTF-16 offsets; null when it does not. */
export function findFolded(name: string, folded: string): { readonly from: number; readonly until: number } | null {
  // Not when the app starts: the first of them reads tables that few starts need.
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

/** What of a typed name must be in a file's name: each of its words, folded. */
export function nameWords(name: string): readonly string[] {
  return foldName(name)
    .split(/\s+/)
    .filter((word) => word !== '');
}
