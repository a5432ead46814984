/**
 * Checks of a JSON text (RFC 8259) that do not parse it. Texts from outside may be designed to exhaust memory, or to
 * mean one thing to a program and another to a user.
 */

const [quote, backslash] = [0x22, 0x5c];
/** A comma, and the start of a list or an object. */
const beforeValues: ReadonlySet<number | undefined> = new Set([0x2c, 0x5b, 0x7b]);

/**
 * The number of values in a JSON text (UTF-8), counting empty lists and objects twice. Compare it with a limit before
 * parsing, because a few bytes of text can take a hundred times as much memory. Does not check the syntax.
 */
export function valuesIn(json: Uint8Array): number {
  let values = 1;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === backslash) at += 1;
    else if (byte === quote) isInText = !isInText;
    else if (!isInText && beforeValues.has(byte)) values += 1;
  }
  return values;
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]|-?\d[\d.eE+-]*/g;

/**
 * True if every reader understands a JSON text in the same way (RFC 8259, sections 4 and 6). `JSON.parse` takes the
 * last of two members with the same name and rounds numbers, so a user or another program may read something else.
 * Without recursion, for any depth; the text must be valid JSON. `numbers`: `exact` refuses numbers that a parser
 * rounds.
 */
export function hasOneMeaning(json: string, numbers: 'exact' | 'any' = 'exact'): boolean {
  /** The names in each open object; null for each array. */
  const open: (Set<unknown> | null)[] = [];
  let nameNext = false;
  for (const [text] of json.matchAll(token)) {
    if (text === '{' || text === '[') {
      open.push(text === '{' ? new Set() : null);
      nameNext = text === '{';
    } else if (text === '}' || text === ']') {
      open.pop();
      nameNext = false;
    } else if (text === ',') nameNext = open.at(-1) !== null;
    else if (text.startsWith('"')) {
      // Parsed, because escapes allow several spellings of one name.
      const name: unknown = nameNext ? JSON.parse(text) : null;
      const names = open.at(-1);
      if (nameNext && names?.has(name)) return false;
      if (nameNext) names?.add(name);
      nameNext = false;
    } else if (numbers === 'exact' && String(Number(text)) !== text) return false;
  }
  return true;
}
