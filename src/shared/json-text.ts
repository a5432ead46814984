/**
 * Checks of a JSON text (RFC 8259) that do not parse it. Texts from outside may be designed to exhaust memory, or to
 * mean one thing to a program and another to a user.
 */

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

export type JsonBounds = {
  /** The deepest nesting of objects and arrays. */
  readonly deepest: number;
  /** The most members of one object or array. */
  readonly mostMembers: number;
  /** The most values in the whole text. */
  readonly mostValues: number;
};

/**
 * The bound that a JSON text (UTF-8) exceeds; null if none. Checked before parsing, because a few bytes of text can
 * take a hundred times as much memory. Does not check the syntax.
 */
export function beyondBounds(
  json: Uint8Array,
  { deepest, mostMembers, mostValues }: JsonBounds,
): keyof JsonBounds | null {
  const members = new Uint32Array(deepest + 1);
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
        if (depth > deepest) return 'deepest';
        members[depth] = 1;
        break;
      case closeArray:
      case closeObject:
        if (depth > 0) depth -= 1;
        break;
      case comma:
        values += 1;
        members[depth] = (members[depth] ?? 0) + 1;
        if ((members[depth] ?? 0) > mostMembers) return 'mostMembers';
    }
    if (values > mostValues) return 'mostValues';
  }
  return null;
}

/**
 * The index of the closing quote of the string that begins at `start`; at least the length of the file if there is
 * none.
 */
function closingQuote(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

const numberText = /-?\d[\d.eE+-]*/y;

/**
 * True if every reader understands a JSON text in the same way (RFC 8259, sections 4 and 6). `JSON.parse` takes the
 * last of two members with the same name and rounds numbers, so a user or another program may read something else.
 * Without recursion, for any depth; the text must be valid JSON. `numbers`: `exact` refuses numbers that a parser
 * rounds.
 */
export function hasOneMeaning(json: string, numbers: 'exact' | 'any' = 'exact'): boolean {
  /** The names in each open object; null for each array. */
  const open: (Set<string> | null)[] = [];
  let nameNext = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null);
      nameNext = sign === '{';
    } else if (sign === '}' || sign === ']') {
      open.pop();
      nameNext = false;
    } else if (sign === ',') nameNext = open.at(-1) !== null;
    else if (sign === '"') {
      const end = endOfText(json, at);
      const names = open.at(-1);
      if (nameNext && names) {
        const name = nameIn(json.slice(at, end));
        if (names.has(name)) return false;
        names.add(name);
        nameNext = false;
      }
      at = end - 1;
    } else if (sign === '-' || (sign !== undefined && sign >= '0' && sign <= '9')) {
      numberText.lastIndex = at;
      const source = numberText.exec(json)?.[0] ?? '';
      if (numbers === 'exact' && String(Number(source)) !== source) return false;
      at += source.length - 1;
    }
  }
  return true;
}

/** Decodes escapes, because they allow several spellings of one name. */
function nameIn(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

/** The index after the closing quote of the string that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); ; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
}
