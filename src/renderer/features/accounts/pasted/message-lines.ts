/** Characters. No operator's message is longer. */
const LONGEST = 200_000;
const LONGEST_LINE = 8_000;
export const MOST_LINES = 500;

/** Marks without width that mail programs and web pages put around text. */
const marks = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/**
 * The first lines of a message that are not blank, without what mail programs do to them: quote signs, soft breaks, tokens
 * cut in two.
 */
export function linesOf(message: string): readonly string[] {
  const lines = message
    .slice(0, LONGEST)
    .replace(marks, '')
    .replace(/=\r?\n/g, '')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.slice(0, LONGEST_LINE).replace(/^(?:[>|] ?)+/, ''));
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last !== undefined && isCut(last) && /^\s*[\w.-]{8,}\s*$/.test(line)) joined[joined.length - 1] += line.trim();
    else joined.push(line.trimEnd());
  }
  return joined.filter((line) => line !== '').slice(0, MOST_LINES);
}

/** True if a line ends within a token of three parts: mail programs break lines after some 70 characters. */
function isCut(line: string): boolean {
  return line.length >= 60 && line.length < LONGEST_LINE && /(?:^|[\s"':=])eyJ[\w-]*(?:\.[\w-]*){0,2}$/.test(line);
}

/** The words of a line, without the quotes, brackets and full stops around them. */
export function wordsOf(line: string): readonly string[] {
  return line.split(/\s+/).flatMap((word) => bare(word) || []);
}

export function bare(word: string): string {
  return word.replace(/^[<("'[`{“‘„«*]+/, '').replace(/[>)"'\]`}”’“»,;:!?.*]+$/, '');
}
