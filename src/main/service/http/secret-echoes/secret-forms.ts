/** What is looked for of one secret, as letters and digits in lower case. `least`: so many of them in a row are enough. */
export type SecretForm = { readonly text: string; readonly least: number };

/** Shorter than this, a part of a secret is also found in what nobody took from it. */
const SHORTEST_PART = 8;
/** Of what an answer holds by chance, 2^40 parts are needed before one is among them. */
const LEAST_BITS = 40;
/** A run of zeros is no part of anybody's secret. */
export const LEAST_VARIETY = 5;

const reversed = (text: string): string => Buffer.from(text, 'latin1').reverse().toString('latin1');
const reduced = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The forms in which a secret (printable ASCII) is recognised: as it is, in hex, and in base64 (or base64url) wherever in
 * a longer text it stood when that was encoded, each also backwards; in base64 twice, and as a list of decimal codes. Of a JWT, what all of one service's have in
 * common, the header, counts for nothing; nor do a UUID, an address or words around what is secret, which a service says
 * anyway. None for a secret that is too short or too plain to be told from chance.
 */
export function secretForms(secret: string): readonly SecretForm[] {
  const [, rest = '', signature = ''] = /^eyJ[\w-]*\.([\w-]+\.([\w-]+))$/.exec(secret) ?? [];
  const texts = rest === '' ? [withoutPublicParts(secret)] : [rest, signature];
  if (formOf(reduced(texts[0] ?? '')) === null || isFewWords(secret)) return [];
  const forms = [...new Set(texts.flatMap((text) => [...encodings(text), ...rarer(text)]).map(reduced))].flatMap(
    (text) => formOf(text) ?? [],
  );
  // Half of words is what any sentence may hold.
  return isWords(secret) ? forms.map(({ text }) => ({ text, least: text.length })) : forms;
}

/** What stands around the secret part: a UUID, an address or a hash, words. */
const publicPart = '(?:[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}|0x[\\da-f]{40}(?:[\\da-f]{24})?)';
const before = new RegExp(`^(?:(?:${publicPart}|[a-z]{2,12}|[A-Z]{2,12}|[A-Z][a-z]{1,11})[^a-zA-Z\\d]+)+`);
const lead = new RegExp(`^(?:${publicPart}[^a-z\\d]+)+`, 'i');
const behind = new RegExp(`(?:[^a-z\\d]+${publicPart})+$`, 'i');
const wholeUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Letters and digits: a shorter rest does not tell the secret. */
const LEAST_REST = 12;

/** The secret itself where what is left of it would tell too little. */
function withoutPublicParts(secret: string): string {
  // Where it is nothing but a UUID, it has no words in it, though some group may be letters alone.
  if (wholeUuid.test(secret)) return secret;
  const rest = secret.replace(lead, '').replace(before, '').replace(lead, '').replace(behind, '');
  return reduced(rest).length >= LEAST_REST && formOf(reduced(rest)) !== null && !isWords(rest) ? rest : secret;
}

const words = /^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+)(?:[^a-zA-Z\d]+(?:[a-z]+|[A-Z][a-z]*|[A-Z]+))+$/;
const oneWord = /^(?:[a-z]{1,12}|[A-Z][a-z]{1,11}|[A-Z]{1,12})$/;
/** Letters. So many of words in a row are not in any sentence. */
const FEW_WORDS = 12;

function isWords(secret: string): boolean {
  return words.test(secret);
}

function isFewWords(secret: string): boolean {
  return oneWord.test(secret) || (isWords(secret) && reduced(secret).length < FEW_WORDS);
}

/** A secret (printable ASCII) as it is, backwards, and both in hex and base64: character by character. */
export function encodings(secret: string): readonly string[] {
  return [secret, reversed(secret)].flatMap((one) => {
    const bytes = Buffer.from(one, 'latin1');
    const encoded = [bytes.toString('hex'), ...[0, 1, 2].map((place) => base64At(bytes, place))];
    return [one, ...encoded.flatMap((form) => [form, reversed(form)])];
  });
}

/** Base64 of its base64, wherever each stood, and the decimal codes of its characters (a list of bytes in JSON). */
function rarer(secret: string): readonly string[] {
  const places = [0, 1, 2];
  const bytes = Buffer.from(secret, 'latin1');
  const codes = [...bytes].map(String);
  const twice = ['base64', 'base64url'] as const;
  const inner = places.flatMap((place) =>
    twice.map((kind) => Buffer.from(inAlphabet(base64At(bytes, place), kind), 'latin1')),
  );
  const again = inner.flatMap((one) => places.map((place) => base64At(one, place)));
  return [...again, codes.join(''), codes.toReversed().join('')];
}

function inAlphabet(base64: string, kind: 'base64' | 'base64url'): string {
  return kind === 'base64' ? base64 : base64.replaceAll('+', '-').replaceAll('/', '_');
}

/** What base64 makes of bytes whose place in the encoded text is `place` (mod 3), without what their neighbours share. */
function base64At(bytes: Buffer, place: number): string {
  const encoded = Buffer.concat([Buffer.alloc(place), bytes]).toString('base64');
  return encoded.slice(Math.ceil((place * 8) / 6), Math.floor(((place + bytes.length) * 8) / 6));
}

function formOf(text: string): SecretForm | null {
  const bits = Math.log2(/^\d*$/.test(text) ? 10 : /^[\da-f]*$/.test(text) ? 16 : 36);
  const least = Math.max(SHORTEST_PART, Math.ceil(text.length / 2), Math.ceil(LEAST_BITS / bits));
  return least > text.length || new Set(text).size < LEAST_VARIETY ? null : { text, least };
}
