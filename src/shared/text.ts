/**
 * Text from outside (the service's, a file's name, a page's) as Dropslip shows it, copies it into a ticket and asks about it.
 * The table of what has to be cleaned, for all of these:
 */
const lineEnds = String.raw`\p{Cc}\p{Zl}\p{Zp}`;
/** They turn the reading order around (Unicode's UAX #9). */
const turning = String.raw`\p{Bidi_Control}`;
/** They take no room. Those that join emoji and letters of some scripts, U+200C and U+200D, are part of the text. */
const roomless = String.raw`\u00ad\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb`;
/** Letters that draw nothing: Hangul's, the Mongolian separator, the empty Braille pattern. */
export const fillers = String.raw`\u115f\u1160\u180e\u2800\u3164\uffa0`;

const anyLineEnds = new RegExp(`[${lineEnds}]+`, 'gu');
const unseen = new RegExp(`[${turning}${roomless}${fillers}]`, 'gu');
const unseenInLines = new RegExp(String.raw`(?![\t\r\n])\p{Cc}|${unseen.source}`, 'gu');
const unseenInName = new RegExp(`[${lineEnds}${turning}${roomless}${fillers}]`, 'gu');
const withoutInk = new RegExp(String.raw`[\p{Z}\p{Cf}${lineEnds}${turning}${fillers}]+`, 'gu');
/** Runs of what takes no room hide how long a text is; the flags of some countries are spelled with them. */
const hidingRuns = /(\u{1f3f4}[\u{e0061}-\u{e007a}]{2,6}\u{e007f})|\p{Cf}{3,}/gu;
/** Marks on one letter: no writing has more, and hundreds paint over the rows around and take a browser minutes to lay out. */
const piles = /(\p{M}{4})\p{M}+/gu;
/** Nobody types as many blanks in a row; they push the end of a name out of sight. */
const longBlank = /\p{Zs}{9,}/gu;
const BOX = '\ufffd';

type Use =
  /** On one line: line ends become blanks. */
  | 'line'
  /** Line ends stay. */
  | 'lines'
  /** Has no line ends: they are shown as a box, as all that nobody sees. What tells two apart may stand at the end. */
  | 'name'
  /** In a question, where one name must not pass for another: whatever draws nothing becomes one blank. */
  | 'asked';

type Cleaning = {
  readonly as?: Use;
  /** Of a longer text the end is left out; of a name, the middle. */
  readonly longest?: number;
};

/** The text without what lies about itself or paints over its neighbours. Ordinary signs come back as they are. */
export function cleanText(text: string, { as = 'line', longest = Number.POSITIVE_INFINITY }: Cleaning = {}): string {
  const keepsEnd = as === 'name' || as === 'asked';
  // A text of millions of signs is not gone through for the few that are shown.
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

/** Never through the middle of a pair of surrogates. */
function shortened(text: string, longest: number, keepsEnd: boolean): string {
  // What was cut before says so already.
  if (text.length <= longest || (text.length === longest + 1 && !keepsEnd && text.endsWith('…'))) return text;
  const head = text.slice(0, keepsEnd ? longest / 2 : longest).replace(/[\ud800-\udbff]$/, '');
  const tail = keepsEnd ? text.slice(-longest / 2).replace(/^[\udc00-\udfff]/, '') : '';
  return `${head}…${tail}`;
}

/** Characters; what fits on a line is far less. */
const LONGEST_IN_ROW = 200;

/** What a row shows of a text of the service's: whole it stands under "Details". */
export function rowText(text: string, longest = LONGEST_IN_ROW): string {
  return cleanText(text, { longest });
}

/** No system has longer names; a service's text may be of millions of signs. */
const LONGEST_NAME = 1_000;

/** A name that cannot lie about itself: a right-to-left override before `fdp.exe` becomes a visible box. */
export function visibleName(name: string, longest = LONGEST_NAME): string {
  return cleanText(name, { as: 'name', longest });
}

/** In quotes; whatever is in it does not end it. */
export function quoted(text: string): string {
  return `“${text.replace(/[“”„"]/g, '’')}”`;
}

const LONGEST_ASKED = 40;
/** Of a token's address in hex, which is compared by its end. */
const LONGEST_TOKEN = 66;
const LONGEST_ADDRESS = 60;

/** A name that a page may have chosen, as a question shows it: in quotes, on its own line, too short to push others away. */
export function askedName(name: string, longest = LONGEST_ASKED): string {
  return quoted(cleanText(name, { as: 'asked', longest }).trim());
}

export function askedToken(token: string): string {
  return askedName(token, LONGEST_TOKEN);
}

/** A path as a question shows it: beginning and end are in view. */
export function askedPath(path: string): string {
  return cleanText(path, { as: 'asked', longest: LONGEST_ASKED });
}

/** An address as a question shows it: its origin whole, whatever is behind it. */
export function askedAddress(address: string): string {
  const origin = URL.parse(address)?.origin;
  if (origin === undefined || !address.startsWith(origin) || address.length <= LONGEST_ADDRESS) {
    return cleanText(address, { as: 'asked' });
  }
  return `${origin}${askedPath(address.slice(origin.length))}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands in a page, also within an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

const kept = /^0x(?:[0-9a-f]{2})+$/;

/** Hex text as the house keeps it: lower case with `0x`. Null when the text is not whole bytes of hex. */
export function normaliseHex(text: string): string | null {
  // Nearly all hex comes as it is kept, and lists of a hundred thousand records are full of it.
  if (kept.test(text)) return text;
  const digits = /^(?:0[xX])?((?:[0-9a-fA-F]{2})+)$/.exec(text.trim())?.[1];
  return digits === undefined ? null : `0x${digits.toLowerCase()}`;
}

/** `0x1234…abcd` for narrow places; text that is hardly longer than that stays whole. */
export function shortenHex(text: string, ends = 4): string {
  const prefix = text.startsWith('0x') ? 2 : 0;
  return text.length <= prefix + ends * 2 + 1 ? text : `${text.slice(0, prefix + ends)}…${text.slice(-ends)}`;
}
