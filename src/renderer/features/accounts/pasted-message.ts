import { readAddress } from '../../../shared/addresses.ts';

/** The parts of an account that a message may hold. A value that the message does not hold exactly once is empty. */
export type FoundInMessage = { readonly address: string; readonly apiKey: string; readonly accessToken: string };

const MOST_CHARACTERS = 50_000;

const jwt = /(?<![\w.-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const labelledToken = /\b(?:(?:access|auth|bearer)[ _-]?token\b[\s"'*]*[:=]|bearer )["'*\s]*([^\s"'*<>,]{8,})/gi;
const labelledKey = /(?:api[ _-]?key|\bkey\b)[\s"'*]*(?:[:=–-]|\bis\b)[\s"'*]*([^\s"'*<>,]{8,})/gi;
const labelledAddress = /(?:address|url|uri|endpoint|host|server)[\s"'*]*(?:[:=]|\bis\b)[\s"'*<]*([^\s"'*<>]+)/gi;
const link = /https?:\/\/[^\s"'*<>]+/gi;
/** The paths of the service's own calls: the part before them is its address. */
const callPath = /\/(?:v1\/\w+|users?\/\w+|token_map|health)\/?$/i;

/** Finds the address, the API key and the access token in a message, such as an operator's whole e-mail. */
export function readMessage(message: string): FoundInMessage {
  const text = message
    .slice(0, MOST_CHARACTERS)
    // Marks without width, and quote signs of mail programs.
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/^[> ]+/gm, '');
  const token = onlyOne([...found(text, jwt), ...found(text, labelledToken)].filter(isSecret));
  const key = onlyOne(found(text, labelledKey).filter((word) => isSecret(word) && word !== token));
  const named = addressesIn(found(text, labelledAddress));
  return {
    address: onlyOne(named.length > 0 ? named : addressesIn(found(text, link))),
    apiKey: key,
    accessToken: token,
  };
}

export function hasFound({ address, apiKey, accessToken }: FoundInMessage): boolean {
  return address !== '' || apiKey !== '' || accessToken !== '';
}

export function foundWords(found: FoundInMessage): string {
  if (!hasFound(found)) return 'No address or key was found. Enter them below.';
  const parts = [
    found.address === '' ? [] : ['an address'],
    found.apiKey === '' ? [] : [`an API key that ends in ${found.apiKey.slice(-5)}`],
    found.accessToken === '' ? [] : [`an access token that ends in ${found.accessToken.slice(-5)}`],
  ].flat();
  return `Found in what you pasted: ${new Intl.ListFormat('en-GB').format(parts)}. Compare with your operator’s message. The rest is not saved.`;
}

/** The words that a pattern finds, without the signs of a sentence after them. */
function found(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([whole, word = whole]) => word.replace(/[)\]}*,;:!?."'`>]{1,9}$/, ''));
}

function addressesIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => {
    const isLink = /^(?:https?:\/\/|localhost|[\w-]+(?:\.[\w-]+)+(?:[:/]|$))/i.test(word) && !word.includes('@');
    const read = readAddress(word.replace(/[?#].*$/, '').replace(callPath, ''));
    return isLink && read.ok ? [read.address] : [];
  });
}

/** True if a word after a label can be a secret: not a word of a sentence, a link or a contract's address. */
function isSecret(word: string): boolean {
  return word.length >= 8 && /\d/.test(word) && /[a-z]/i.test(word) && !/^https?:|@|^0x[\da-f]{40}$/i.test(word);
}

function onlyOne(words: readonly string[]): string {
  const [first = '', ...others] = new Set(words);
  return others.length === 0 ? first : '';
}
