/** The deepest that a receipt goes is five: a file of several, their list, one of them, its record, that one's fields. */
const DEEPEST = 8;
/** Of an object or an array: a file holds at most so many receipts, and no service names so many fields. */
const MOST_MEMBERS = 10_000;
/** Ten thousand receipts of a hundred values each: twice what one holds. */
const MOST_VALUES = 1_000_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether a file can be receipts by its extent, told from its bytes (UTF-8) before anything is made of them: what takes a
 * few bytes to write can take a hundred times that to hold. That it is JSON is not looked at.
 */
export function isWithinBounds(json: Uint8Array): boolean {
  const members = new Uint32Array(DEEPEST + 1);
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case quote:
        at = closingQuote(json, at);
        break;
      case openArray:
      case openObject:
        depth += 1;
        values += 1;
        if (depth > DEEPEST) return false;
        members[depth] = 1;
        break;
      case closeArray:
      case closeObject:
        if (depth > 0) depth -= 1;
        break;
      case comma:
        values += 1;
        members[depth] = (members[depth] ?? 0) + 1;
        if ((members[depth] ?? 0) > MOST_MEMBERS) return false;
    }
    if (values > MOST_VALUES) return false;
  }
  return true;
}

/** Where the text that begins at `start` ends; the end of the file where it does not. */
function closingQuote(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
