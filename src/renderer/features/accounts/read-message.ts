import { readAddress } from '../../../shared/addresses.ts';

/** The parts of an account that a message may hold. If a list has several entries, the user chooses. */
export type FoundInMessage = {
  readonly addresses: readonly string[];
  readonly apiKeys: readonly string[];
  readonly accessTokens: readonly string[];
  readonly tokenNames: readonly string[];
};

/** Finds the address, the credentials and the token names in a message, such as an operator's whole e-mail. */
export function readMessage(message: string): FoundInMessage {
  const lines = linesOf(message);
  return { addresses: addressesIn(lines), ...secretsIn(lines), tokenNames: first(lines.flatMap(tokenNamesIn)) };
}

/** True if the message holds an address or a credential. */
export function hasFound({ addresses, apiKeys, accessTokens }: FoundInMessage): boolean {
  return addresses.length + apiKeys.length + accessTokens.length > 0;
}

/** True if a text has a space within: a key or an address has none. */
export function isMessage(text: string): boolean {
  return /\S\s+\S/.test(text.trim());
}

const MOST_CHARACTERS = 200_000;
const MOST_LINES = 500;
/** The maximum distance in characters between a label and its address. */
const LABEL_DISTANCE = 200;
/** A user compares no more choices than this. */
const MOST_CHOICES = 6;

function first(found: Iterable<string>): readonly string[] {
  return [...new Set(found)].slice(0, MOST_CHOICES);
}

/** An access token (JWT) that a mail program wrapped. A last line of letters alone is a greeting. */
const wrappedToken = /(?<![\w.-])eyJ[\w.-]{20,}(?:\n(?![A-Z]?[a-z]+(?:\n|$))[\w.-]{8,}(?=\n|$))+/g;

/**
 * The first lines of a message that are not blank, without quote signs and line breaks of mail programs. A label that
 * has a line of its own ("API key:") also gets the word on the next line. Each pattern takes linear time.
 */
function linesOf(message: string): readonly string[] {
  const lines = message
    .slice(0, MOST_CHARACTERS)
    // Marks without width.
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    // Soft breaks of quoted-printable text end long lines. At the end of other lines, "=" is part of a key.
    .replace(/(?<=[^\n]{72})=\n/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/^[>| ]+| $/gm, '')
    .replace(wrappedToken, (token) => token.replaceAll('\n', ''))
    .replace(/\n+/g, '\n')
    .trim()
    .split('\n', MOST_LINES);
  return lines.map((line, at) => {
    const next = lines[at + 1] ?? '';
    return /:\**$/.test(line) && !next.includes(' ') ? `${line} ${next}` : line;
  });
}

const link = /https?:\/\/[^\s<>"'`|\\^{}“”„«»()]+/gi;
const host =
  /(?<=^|[\s"'=*<(])(?:(?:[a-z\d-]+\.)+[a-z]{2,24}|\d+(?:\.\d+){3}|localhost)(?::\d{2,5})?(?:\/[\w./-]*)?(?=\.?(?:[\s"'*>),;]|$))/gi;
const hostLabel = /(?<![a-z])(?:address|ur[li]|end-?point|host|server)(?![a-z])[^:=]{0,30}[:=]/i;
const addressLabel =
  /(?<![a-z])(?:address|ur[li]|end-?point|host|server|service|base|api|gateway|node|connect)(?![a-z])/i;
/** The paths of the service's own calls: the part before them is its address. */
const callPath = /\/(?:v1\/[a-z_]+|users?\/[a-z_]+|token_map|health)\/?$/i;
const otherWords =
  'docs?|documentation|manual|guide|read|help|support|questions|status|blog|privacy|terms|legal|unsubscribe|web-?\\s?site|homepage|calendar|meeting|follow|invoice|dashboard|portal';
const otherSites =
  'github|gitlab|twitter|x|linkedin|facebook|youtube|zoom|calendly|google|microsoft|slack|discord|telegram|t';
const otherLabel = new RegExp(`\\b(?:${otherWords})\\b`, 'i');
/** Links to pages and files that are not the service. */
const otherLink = new RegExp(
  `^(?:www|mail|meet|zoom|${otherWords})\\.|/(?:${otherWords})(?:/|$)|^(?:[^/]*\\.)?(?:${otherSites})\\.(?:com|us|me|gg|org)(?:/|$)|\\.(?:pdf|png|jpe?g|gif|html?)$`,
  'i',
);

/**
 * The addresses that a label or a call names as the service's. Without one, every link that is not about something
 * else.
 */
function addressesIn(lines: readonly string[]): readonly string[] {
  const named: string[] = [];
  const unnamed: string[] = [];
  for (const line of lines) {
    const links = [...line.matchAll(link)];
    // A host without https:// counts only if the line calls it an address.
    for (const match of links.length > 0 || !hostLabel.test(line) ? links : line.matchAll(host)) {
      const text = trimmed(match[0]).replace(/[?#].*$/, '');
      const read = readAddress(text.replace(callPath, ''));
      const before = line.slice(Math.max(0, match.index - LABEL_DISTANCE), match.index);
      if (!read.ok || otherLink.test(text.replace(/^https?:\/\//i, ''))) continue;
      if (callPath.test(text)) named.push(read.address);
      else if (!otherLabel.test(before)) (addressLabel.test(before) ? named : unnamed).push(read.address);
    }
  }
  return first(named.length > 0 ? named : unnamed);
}

const secretLabel =
  /(?<![a-z\d])(?:api[\s_-]*key|(?:access|bearer|auth(?:entication|orization)?|session|jwt)[\s_-]*token|bearer)\b|\b(?:key|token)\b(?=\s*(?:is\b|[:=]))/gi;
const jwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;

/** The words that a label calls a key or a token, and every JWT. Without any, the words that look like a key. */
function secretsIn(lines: readonly string[]) {
  const words = lines.flatMap(wordsOf);
  const keys: string[] = [];
  const tokens = words.filter((word) => jwt.test(word));
  for (const line of lines) {
    const labels = [...line.matchAll(secretLabel)];
    for (const [nth, { 0: label, index }] of labels.entries()) {
      const secret = wordsOf(line.slice(index + label.length, labels[nth + 1]?.index)).find(isSecret);
      if (secret !== undefined) (/key/i.test(label) ? keys : tokens).push(secret);
    }
  }
  const apiKeys = keys.length + tokens.length > 0 ? keys : words.filter(isKeyLike);
  return { apiKeys: first(new Set(apiKeys).difference(new Set(tokens))), accessTokens: first(tokens) };
}

/** True if a word can be a secret after a label: not a word of a sentence, a link, a mail address or a contract. */
function isSecret(word: string): boolean {
  if (word.length < 8 || !/^[\x21-\x7e]+$/.test(word) || /^https?:|@|^www\.|^0x[\da-f]{40}$/i.test(word)) return false;
  return word.length >= 20 || (/\d/.test(word) && /[a-z]/i.test(word));
}

function isKeyLike(word: string): boolean {
  return /^(?=.*\d)(?=.*[a-z])[\w+/~.-]{20,}=*$/i.test(word) && isSecret(word) && !/\.[a-z]{2,6}(?:\/|$)/i.test(word);
}

/** The words of a line, without quotes and the signs around them. */
function wordsOf(line: string): readonly string[] {
  return line.split(/[\s"'`<>“”„«»‘’]+/).map(trimmed);
}

function trimmed(word: string): string {
  return word.replace(/^[([{*:=–—→]+/, '').replace(/[)\]}*,;:!?.]{1,9}$/, '');
}

const tokenLine = /^\W*(?:(?:supported|available|your|the) )?tokens?(?: names?)?(?: (?:is|are))?\s*[:=–-]\s*(.+)$/i;
/** Small letters, capitals, or one capital in front: other mixtures may be an access token. */
const tokenName = /^(?:\p{Lu}?[\p{Ll}\d_-]{1,39}|\p{Lu}[\p{Lu}\d_-]{1,39})$/u;

function tokenNamesIn(line: string): readonly string[] {
  const list = tokenLine.exec(line)?.[1] ?? '';
  const names = list.replace(/[.;]$/, '').split(/ ?(?:,|\band\b|\bor\b|\/) ?/);
  return names.every((name) => tokenName.test(name) && !isSecret(name)) ? names : [];
}
