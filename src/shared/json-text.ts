/**
 * What can be told of a JSON text (RFC 8259) without making anything of it: texts from outside may be written to take a
 * reader's memory, or to say one thing to a program and another to a person.
 */

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

export type JsonBounds = {
  /** How deep objects and arrays may stand within each other. */
  readonly deepest: number;
  /** Of one object or array. */
  readonly mostMembers: number;
  /** In the whole text. */
  readonly mostValues: number;
};

/**
 * Which of the bounds a JSON text goes beyond, told from its bytes (UTF-8): what takes a few bytes to write can take a hundred
 * times that to hold. Null where it is within all. That it is JSON is not looked at.
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

/** Where the text that begins at `start` ends; the end of the file where it does not. */
function closingQuote(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

const numberText = /-?\d[\d.eE+-]*/y;

/**
 * Whether a JSON text says the same to every reader (RFC 8259, sections 4 and 6). `JSON.parse` takes the last of two members
 * with one name, and the nearest of the numbers that it knows: a person, or another program, may read something else.
 * Without recursion, however deep it is; the text must be JSON. `numbers`: whether they are looked at, too.
 */
export function hasOneMeaning(json: string, numbers: 'exact' | 'any' = 'exact'): boolean {
  /** Names in each object that is open; null for each array. */
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

/** However it is spelt: one name may be written in many ways. */
function nameIn(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

/** Behind the closing quote of the text that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); ; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
}
