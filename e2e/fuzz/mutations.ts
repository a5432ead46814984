import fc from 'fast-check';
import { nasty, numberText } from './hostile-text.ts';

/** A position in a text, as a share of its length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });

type Edit = (text: string) => string;

const at = (text: string, share: number): number => Math.floor(share * text.length);

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(place, fc.nat({ max: 30 })).map(
    ([where, length]): Edit =>
      (text) => {
        const from = at(text, where);
        return text.slice(0, from) + text.slice(from + length);
      },
  ),
  fc.tuple(place, nasty).map(
    ([where, piece]): Edit =>
      (text) => {
        const from = at(text, where);
        return text.slice(0, from) + piece + text.slice(from);
      },
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 40 })).map(
    ([where, length, times]): Edit =>
      (text) => {
        const from = at(text, where);
        return text.slice(0, from) + text.slice(from, from + length).repeat(times) + text.slice(from + length);
      },
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(
    ([where, flip]): Edit =>
      (text) => {
        const bytes = Buffer.from(text);
        const index = Math.floor(where * bytes.length);
        bytes[index] = (bytes[index] ?? 0) ^ flip;
        return bytes.toString('utf8');
      },
  ),
  place.map(
    (where): Edit =>
      (text) =>
        text.slice(0, at(text, where)),
  ),
  place.map(
    (where): Edit =>
      (text) =>
        text.slice(at(text, where)),
  ),
  // Replaces a number or a text with another one.
  fc.tuple(place, numberText).map(
    ([where, number]): Edit =>
      (text) =>
        replaceOne(text, /-?\d+(?:\.\d+)?/g, where, number),
  ),
  fc.tuple(place, nasty).map(
    ([where, piece]): Edit =>
      (text) =>
        replaceOne(text, /"[^"\\]*"/g, where, JSON.stringify(piece)),
  ),
  fc.tuple(place, fc.constantFrom('null', '[]', '{}', 'true', '0', '""')).map(
    ([where, piece]): Edit =>
      (text) =>
        replaceOne(text, /"[^"\\]*"(?!\s*:)|\b(?:null|true|\d+)\b/g, where, piece),
  ),
  // Duplicates a member or an entry, or changes the order.
  fc.tuple(place, place).map(
    ([one, other]): Edit =>
      (text) => {
        const parts = text.split(',');
        const moved = parts[at(text, one) % parts.length] ?? '';
        parts.splice(at(text, other) % parts.length, 0, moved);
        return parts.join(',');
      },
  ),
  fc.constantFrom<Edit>(
    (text) => `[${text}]`,
    (text) => `{"data":${text}}`,
    (text) => `{"results":${text}}`,
    (text) => `{"submission":${text}}`,
    (text) => `\ufeff${text}`,
    (text) => text.toUpperCase(),
    (text) => text.replaceAll(',', ' ,\n'),
    (text) => JSON.stringify(text),
    (text) => `${text}${text}`,
  ),
  fc.tuple(fc.integer({ min: 1, max: 12_000 }), fc.constantFrom(['[', ']'], ['{"data":', '}'], ['{"a":', '}'])).map(
    ([depth, [open = '', close = '']]): Edit =>
      (text) =>
        open.repeat(depth) + text + close.repeat(depth),
  ),
);

/** Almost valid texts: valid ones with a few changes. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(texts, fc.array(edits, { maxLength: 4, size: 'max' }))
    .map(([text, changes]) => changes.reduce((changed, edit) => bounded(edit(changed)), text));
}

/** Limits texts that grow with each change. */
const LONGEST = 400_000;
const bounded = (text: string): string => (text.length > LONGEST ? text.slice(0, LONGEST) : text);

function replaceOne(text: string, pattern: RegExp, where: number, piece: string): string {
  const found = [...text.matchAll(pattern)];
  const match = found[Math.floor(where * found.length)];
  if (match === undefined) return text;
  return text.slice(0, match.index) + piece + text.slice(match.index + match[0].length);
}

/** A text as bytes, perhaps with invalid UTF-8, in pieces with random borders. */
export function inPieces(
  texts: fc.Arbitrary<string>,
): fc.Arbitrary<{ readonly bytes: Buffer; readonly borders: readonly number[] }> {
  const broken = fc.array(fc.tuple(place, fc.nat({ max: 255 })), { maxLength: 2 });
  return fc.tuple(texts, broken, fc.array(place, { maxLength: 12 })).map(([text, changes, cuts]) => {
    const bytes = Buffer.from(text);
    for (const [where, value] of changes) if (bytes.length > 0) bytes[Math.floor(where * (bytes.length - 1))] = value;
    const borders = cuts.map((where) => Math.floor(where * bytes.length)).sort((a, b) => a - b);
    return { bytes, borders };
  });
}
