/** Blanks of all kinds, line ends, what turns the reading order, and signs that are shown as nothing though they are letters. */
const unseen = /[\p{Z}\p{Cc}\p{Cf}\p{Bidi_Control}\u115f\u1160\u2800\u3164\uffa0\u180e]+/gu;
const LONGEST_NAME = 40;
/** Of a token's address in hex, which is compared by its end. */
const LONGEST_TOKEN = 66;
const LONGEST_PATH = 40;
const LONGEST_ADDRESS = 60;

/** A name that a page may have chosen, as a question shows it: in quotes, on its own line, too short to push others away; what is long loses its middle. */
export function askedName(name: string, longest = LONGEST_NAME): string {
  const signs = [
    ...name
      .replace(unseen, ' ')
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
  return withoutMiddle([...path.replace(unseen, ' ')], LONGEST_PATH);
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
    return address.replace(unseen, ' ');
  }
  return `${origin}${askedPath(address.slice(origin.length))}`;
}
