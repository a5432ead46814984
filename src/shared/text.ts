/** Blanks of all kinds, line ends, what turns the reading order, and signs that are shown as nothing though they are letters. */
const unasked = /[\p{Z}\p{Cc}\p{Cf}\p{Bidi_Control}\u115f\u1160\u2800\u3164\uffa0\u180e]+/gu;
const LONGEST_ASKED = 40;
/** Of a token's address in hex, which is compared by its end. */
const LONGEST_TOKEN = 66;
const LONGEST_PATH = 40;
const LONGEST_ADDRESS = 60;

/** A name that a page may have chosen, as a question shows it: in quotes, on its own line, too short to push others away; what is long loses its middle. */
export function askedName(name: string, longest = LONGEST_ASKED): string {
  const signs = [
    ...name
      .replace(unasked, ' ')
      .replace(/[“”„"]/g, '')
      .trim(),
  ];
  return `“${withoutMiddle(signs, longest)}”`;
}

/** What a token is called, which may be its address. */
export function askedToken(token: string): string {
  return askedName(token, LONGEST_TOKEN);
}

/** A path as a question shows it: what is long loses its middle, so that beginning and end are in view. */
export function askedPath(path: string): string {
  return withoutMiddle([...path.replace(unasked, ' ')], LONGEST_PATH);
}

/** What tells two of them apart stands at the beginning or at the end. */
function withoutMiddle(signs: readonly string[], longest: number): string {
  if (signs.length <= longest) return signs.join('');
  const half = longest / 2;
  return `${signs.slice(0, half).join('')}…${signs.slice(-half).join('')}`;
}

/** An address as a question shows it: its origin whole, whatever is behind it. */
export function askedAddress(address: string): string {
  const origin = URL.parse(address)?.origin;
  if (origin === undefined || !address.startsWith(origin) || address.length <= LONGEST_ADDRESS) {
    return address.replace(unasked, ' ');
  }
  return `${origin}${askedPath(address.slice(origin.length))}`;
}

/** Characters; what fits on a line is far less. */
const LONGEST_IN_ROW = 200;
/** Marks on one letter: no writing has more, and hundreds of them paint over the rows around. */
const manyMarks = /(\p{M}{4})\p{M}+/gu;
const lineEnds = /[\p{Cc}\u2028\u2029]+/gu;
/** What turns the reading order around. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;
/** Runs of what takes no room: one stands between letters, many hide how long a text is. */
const noRoom = /\p{Cf}{3,}/gu;

/**
 * A text of the service's as a row shows it: of any length, on one line, and without what would paint over its neighbours
 * or turn them around. Short text of ordinary signs comes back as it is; whole it stands under "Details".
 */
export function shownText(text: string, longest = LONGEST_IN_ROW): string {
  const cut = text.length > longest;
  // Not through the middle of a pair of surrogates.
  const start = cut ? text.slice(0, longest).replace(/[\ud800-\udbff]$/, '') : text;
  const clean = start
    .replace(lineEnds, ' ')
    .replace(turns, '\ufffd')
    .replace(noRoom, '\ufffd')
    .replace(manyMarks, '$1');
  return cut ? `${clean}…` : clean;
}

/** A text with no more marks on one letter than any writing has: a pile of thousands takes a browser minutes to lay out. */
export function withoutPiles(text: string): string {
  return text.replace(manyMarks, '$1');
}

/**
 * Signs that nobody sees and that change what is seen beside them: controls and line ends, marks that turn the reading order
 * around (Unicode's UAX #9), zero-width ones. Those that join emoji and letters of some scripts are part of the text.
 */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/gu;

/** Nobody types as many blanks in a row; they push the end of a name out of sight. */
const longRun = /\p{Zs}{9,}/gu;

/** No system has longer names; a service's text may be of millions of signs. */
const LONGEST_NAME = 1_000;

/**
 * A name that cannot lie about itself: what nobody sees (a right-to-left override before `fdp.exe`) becomes a visible box.
 * Of one that is longer than `longest` signs the middle is left out.
 */
export function visibleName(name: string, longest = LONGEST_NAME): string {
  const whole = name.length <= longest ? name : `${name.slice(0, longest / 2)}…${name.slice(-longest / 2)}`;
  return whole.replace(unseen, '\ufffd').replace(longRun, ' … ');
}
