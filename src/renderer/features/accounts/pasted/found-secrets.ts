import { bare, wordsOf } from './message-lines.ts';

type Kind = 'api-key' | 'access-token';

export type FoundSecrets = { readonly apiKeys: readonly string[]; readonly accessTokens: readonly string[] };

const labels: readonly (readonly [Kind, RegExp])[] = [
  ['api-key', /\b(?:x-)?api[\s_-]*key\b|\bkey\b(?=\s*(?:is\b|[:=]))/i],
  [
    'access-token',
    /\b(?:access|bearer|auth(?:entication|orization)?|session|jwt)[\s_-]*token\b|\bbearer\b|\btoken\b(?=\s*(?:is\b|[:=]))/i,
  ],
];

/** Between what something is called and what it is. A hyphen before a sign may be the first of a key. */
const separators = /^(?:[\s:=–—→]|-(?![\w-]))+/;
const jwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;
/** How many lines further down what a label announces may stand. */
const LINES_AFTER = 3;
const MOST = 10;

/** The secrets in a message: what is called a key or a token, and where nothing is called so, what looks like one. */
export function foundSecrets(lines: readonly string[]): FoundSecrets {
  const found: { readonly [Of in Kind]: Set<string> } = { 'api-key': new Set(), 'access-token': new Set() };
  lines.forEach((line, at) => {
    for (const [kind, secret] of labelled(line, lines.slice(at + 1, at + 1 + LINES_AFTER))) found[kind].add(secret);
  });
  const keys = found['api-key'];
  const words = lines.flatMap(wordsOf);
  for (const word of words) if (jwt.test(word) && !keys.has(word)) found['access-token'].add(word);
  if (keys.size === 0 && found['access-token'].size === 0)
    for (const word of words) if (isKeyLike(word)) keys.add(word);
  return {
    apiKeys: [...keys].filter((key) => !found['access-token'].has(key)).slice(0, MOST),
    accessTokens: [...found['access-token']].slice(0, MOST),
  };
}

/** What a line calls a key or a token, on itself or, where it only announces it, a little further down. */
function labelled(line: string, after: readonly string[]): readonly (readonly [Kind, string])[] {
  const named = labels
    .flatMap(([kind, pattern]) => {
      const match = pattern.exec(line);
      return match === null ? [] : [{ kind, from: match.index, to: match.index + match[0].length }];
    })
    .sort((one, other) => one.from - other.from);
  return named.flatMap(({ kind, to }, index) => {
    const rest = line.slice(to, named[index + 1]?.from);
    const own = wordsOf(rest.replace(separators, ' ')).map(withoutLabel);
    const announces = index === named.length - 1 && /(?::|below|follows|here is)\s*$/i.test(line);
    const next = announces ? after.flatMap(aloneOn) : [];
    const secret = own.find(isSecretLike) ?? next.find(isSecretLike);
    return secret === undefined ? [] : [[jwt.test(secret) ? 'access-token' : kind, secret] as const];
  });
}

/** The only word of a line: others may hold words of a sentence. */
function aloneOn(line: string): readonly string[] {
  const words = wordsOf(line);
  return words.length === 1 ? words : [];
}

/** `api_key=abc` is one word. */
function withoutLabel(word: string): string {
  return bare(word.replace(/^[\w-]*(?:key|token)["']?[:=]["']?/i, ''));
}

/** What can be a secret where something is called one: no word of a sentence, link, mail address or amount. */
export function isSecretLike(word: string): boolean {
  if (word.length < 8 || !/^[\x21-\x7e]+$/.test(word) || /^https?:|@|^www\./i.test(word)) return false;
  return /\d/.test(word) && /[a-z]/i.test(word) ? true : word.length >= 20;
}

/** What looks like a key though nothing says so. An address of a contract does not. */
function isKeyLike(word: string): boolean {
  if (word.length < 20 || !/^[\w+/=~.-]+$/.test(word) || !isSecretLike(word) || /^0x[\da-f]{40}$/i.test(word))
    return false;
  return /\d/.test(word) && /[a-z]/i.test(word) && !/\.[a-z]{2,6}(?:[/:]|$)/i.test(word);
}
