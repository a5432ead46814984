/** UTF-16 units. Services use UUIDs of 36; a few use shorter numbers or words. */
const LONGEST_SUBMISSION_ID = 200;

/** Line ends, control and invisible characters, and lone surrogates: with them, two different ids could look the same. */
const neverInIds = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Texts that programs write for a missing value: words, zeros (also as a UUID) or all f. */
const nothing =
  /^(?:null|undefined|none|nil|nan|true|false|[-?.]*|n\.?\/?a\.?|not?[-_ ].*|invalid|unknown|error|failed|missing|required|pending|empty|0[0x-]*|f{8}(?:-?f{4}){3}-?f{12})$/i;

/** True if a text in the place of an id means that there is none. */
const meansNoId = (text: string): boolean => nothing.test(text.trim());

/**
 * Reads the submission id of a record, without spaces around it. Null if the text cannot be requested, displayed or
 * stored. Accepts words for a missing value, because one of them must not make a whole list unreadable.
 */
export function readRecordId(text: string): string | null {
  const id = text.trim();
  return id === '' || id.length > LONGEST_SUBMISSION_ID || neverInIds.test(id) ? null : id;
}

/** The same for an id in a receipt or from the user. Null for words that mean a missing value. */
export function readSubmissionId(text: string): string | null {
  const id = readRecordId(text);
  return id === null || meansNoId(id) ? null : id;
}

/** Invisible characters from pasted text: zero-width characters, soft hyphens, direction marks. */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;
/** Hyphens of word processors. */
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

const wholeId =
  /(?<![0-9a-f-])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})(?![0-9a-f]|-[0-9a-f])/gi;
const wholeHash = /(?<![0-9a-f])(?:0x)?([0-9a-f]{64})(?![0-9a-f])/gi;
/**
 * Removes characters that the user did not type: drops invisible ones, and replaces special hyphens and full-width
 * characters.
 */
export function withoutPasteMarks(text: string): string {
  return text
    .replace(invisible, '')
    .normalize('NFKC')
    .replace(hyphens, '-')
    .replace(/[\0\b]/g, '');
}

/** Every whole submission id in a text, in order, lower case with hyphens. `clean`: from `withoutPasteMarks`. */
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
