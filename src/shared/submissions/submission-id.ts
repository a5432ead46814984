/** UTF-16 units. Services give UUIDs of 36; a few give shorter numbers or words. */
export const LONGEST_SUBMISSION_ID = 200;

/** Line ends, control and invisible signs, halves of characters: two ids that look alike would be two. */
const neverInIds = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What programs write where they have none, in words, or as their zero (of a UUID too) or its opposite. */
const nothing =
  /^(?:null|undefined|none|nil|nan|true|false|[-?.]*|n\.?\/?a\.?|not?[-_ ].*|invalid|unknown|error|failed|missing|required|pending|empty|0[0x-]*|f{8}(?:-?f{4}){3}-?f{12})$/i;

/** Whether a text in the place of an id says that there is none. */
const meansNoId = (text: string): boolean => nothing.test(text.trim());

/**
 * What a submission id is that a record has. Blanks around it are no part of it. Null when the
 * text is none: what cannot be asked for, shown or kept whole. One word for none in a list must not make the list unreadable.
 */
export function readRecordId(text: string): string | null {
  const id = text.trim();
  return id === '' || id.length > LONGEST_SUBMISSION_ID || neverInIds.test(id) ? null : id;
}

/** The same where it is a receipt or a person asks for it: a word for none is none. */
export function readSubmissionId(text: string): string | null {
  const id = readRecordId(text);
  return id === null || meansNoId(id) ? null : id;
}

/** Marks that pasting brings and nobody sees: zero-width signs, soft hyphens, directions. */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;
/** What word processors make of hyphens. */
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

const wholeId =
  /(?<![0-9a-f-])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})(?![0-9a-f]|-[0-9a-f])/gi;
const wholeHash = /(?<![0-9a-f])(?:0x)?([0-9a-f]{64})(?![0-9a-f])/gi;
/** The text without what nobody typed: invisible marks gone, hyphens plain, full-width signs narrow. */
export function withoutPasteMarks(text: string): string {
  return text
    .replace(invisible, '')
    .normalize('NFKC')
    .replace(hyphens, '-')
    .replace(/[\0\b]/g, '');
}

/** Every whole submission id in a text, in order, lower case with hyphens. The text is clean (`withoutPasteMarks`). */
export function wholeIds(clean: string): string[] {
  return Array.from(clean.matchAll(wholeId), ([match]) => withHyphens(match.toLowerCase()));
}

/** Every whole hash in a clean text: 64 hex digits, lower case, without `0x`. */
export function wholeHashes(clean: string): string[] {
  return Array.from(clean.matchAll(wholeHash), ([, digits = '']) => digits.toLowerCase());
}

function withHyphens(id: string): string {
  if (id.includes('-')) return id;
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-');
}
