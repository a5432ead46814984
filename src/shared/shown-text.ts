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
