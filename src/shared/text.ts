/**
 * Cleans text from outside (of a service, a file name or a page) before Dropslip displays it, copies it or asks about
 * it.
 */

/** Line ends and other control characters. */
const lineEnds = String.raw`\p{Cc}\p{Zl}\p{Zp}`;
/** They change the reading direction (Unicode UAX #9). */
const bidiControls = String.raw`\p{Bidi_Control}`;
/** Zero-width characters. U+200C and U+200D join emoji and letters of some scripts, so they are not included. */
const zeroWidth = String.raw`\u00ad\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb`;
/** Letters without ink: Hangul fillers, the Mongolian vowel separator, the empty Braille pattern. */
export const fillers = String.raw`\u115f\u1160\u180e\u2800\u3164\uffa0`;

const anyLineEnds = new RegExp(`[${lineEnds}]+`, 'gu');
const unseen = new RegExp(`[${bidiControls}${zeroWidth}${fillers}]`, 'gu');
const unseenInLines = new RegExp(String.raw`(?![\t\r\n])\p{Cc}|${unseen.source}`, 'gu');
const unseenInName = new RegExp(`[${lineEnds}${bidiControls}${zeroWidth}${fillers}]`, 'gu');
const withoutInk = new RegExp(String.raw`[\p{Z}\p{Cf}${lineEnds}${bidiControls}${fillers}]+`, 'gu');
/**
 * Runs of zero-width characters hide the length of a text. The first group keeps the flags of some countries, which
 * use them.
 */
const hidingRuns = /(\u{1f3f4}[\u{e0061}-\u{e007a}]{2,6}\u{e007f})|\p{Cf}{3,}/gu;
/**
 * Combining marks on one letter. No script needs more, and hundreds overlap the rows around and take a browser minutes
 * to lay out.
 */
const piles = /(\p{M}{4})\p{M}+/gu;
/** Long runs of spaces push the end of a name out of view. No user types so many. */
const longBlank = /\p{Zs}{9,}/gu;
const BOX = '\ufffd';

type Use =
  /** One line: line ends become spaces. */
  | 'line'
  /** Keeps line ends. */
  | 'lines'
  /** A name. Line ends and invisible characters become a box. Keeps the end, which may distinguish two names. */
  | 'name'
  /** A text in a question, where one name must not look like another: everything without ink becomes one space. */
  | 'asked';

type Cleaning = {
  readonly as?: Use;
  /** Characters. Cuts the end of a longer text, or the middle of a name. */
  readonly longest?: number;
};

/** Removes misleading characters and those that overlap their neighbours. Keeps ordinary characters. */
export function cleanText(text: string, { as = 'line', longest = Number.POSITIVE_INFINITY }: Cleaning = {}): string {
  const keepsEnd = as === 'name' || as === 'asked';
  // Cuts first, so that a text of millions of characters is not cleaned for the few that are displayed.
  return shortened(cleaned(shortened(text, longest * 4, keepsEnd), as), longest, keepsEnd);
}

function cleaned(text: string, use: Use): string {
  switch (use) {
    case 'line':
      return boxed(text.replace(anyLineEnds, ' '), unseen);
    case 'lines':
      return boxed(text, unseenInLines);
    case 'name':
      return boxed(text, unseenInName).replace(longBlank, ' … ');
    case 'asked':
      return text.replace(withoutInk, ' ').replace(piles, '$1');
  }
}

function boxed(text: string, signs: RegExp): string {
  return text
    .replace(signs, BOX)
    .replace(hidingRuns, (_, flag: string | undefined) => flag ?? BOX)
    .replace(piles, '$1');
}

/** Never splits a surrogate pair. */
function shortened(text: string, longest: number, keepsEnd: boolean): string {
  // A text that was cut before already has its ellipsis.
  if (text.length <= longest || (text.length === longest + 1 && !keepsEnd && text.endsWith('…'))) return text;
  const head = text.slice(0, keepsEnd ? longest / 2 : longest).replace(/[\ud800-\udbff]$/, '');
  const tail = keepsEnd ? text.slice(-longest / 2).replace(/^[\udc00-\udfff]/, '') : '';
  return `${head}…${tail}`;
}

/** Characters. Fewer fit on a line. */
const LONGEST_IN_ROW = 200;

/** A service's text for a row. The full text is under "Details". */
export function rowText(text: string, longest = LONGEST_IN_ROW): string {
  return cleanText(text, { longest });
}

/** No file system allows longer names, but a service's text may have millions of characters. */
const LONGEST_NAME = 1_000;

/** A name that cannot mislead: a right-to-left override before `fdp.exe` becomes a visible box. */
export function visibleName(name: string, longest = LONGEST_NAME): string {
  return cleanText(name, { as: 'name', longest });
}

/** Adds quotes. Quotes inside are replaced, so that they do not end it. */
export function quoted(text: string): string {
  return `“${text.replace(/[“”„"]/g, '’')}”`;
}

const LONGEST_ASKED = 40;
/** Fits a token's address in hex, because users compare its end. */
const LONGEST_TOKEN = 66;
const LONGEST_ADDRESS = 60;

/** A name for a question: in quotes, because a page may have chosen it, and short, so that it pushes nothing away. */
export function askedName(name: string, longest = LONGEST_ASKED): string {
  return quoted(cleanText(name, { as: 'asked', longest }).trim());
}

export function askedToken(token: string): string {
  return askedName(token, LONGEST_TOKEN);
}

/** An address for a question. Its origin is never shortened. */
export function askedAddress(address: string): string {
  const origin = URL.parse(address)?.origin;
  if (origin === undefined || !address.startsWith(origin) || address.length <= LONGEST_ADDRESS) {
    return cleanText(address, { as: 'asked' });
  }
  return `${origin}${cleanText(address.slice(origin.length), { as: 'asked', longest: LONGEST_ASKED })}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML, also within an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

const normalised = /^0x(?:[0-9a-f]{2})+$/;

/** Normalises hex text: lower case with `0x`. Null if the text is not whole bytes of hex. */
export function normaliseHex(text: string): string | null {
  // Most hex text is already normalised, and lists of a hundred thousand records contain much of it.
  if (normalised.test(text)) return text;
  const digits = /^(?:0[xX])?((?:[0-9a-fA-F]{2})+)$/.exec(text.trim())?.[1];
  return digits === undefined ? null : `0x${digits.toLowerCase()}`;
}

/** `0x1234…abcd` for narrow places. Short text stays unchanged. */
export function shortenHex(text: string, ends = 4): string {
  const prefix = text.startsWith('0x') ? 2 : 0;
  return text.length <= prefix + ends * 2 + 1 ? text : `${text.slice(0, prefix + ends)}…${text.slice(-ends)}`;
}
