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
