import { foundAddresses } from './found-addresses.ts';
import { type FoundSecrets, foundSecrets, isSecretLike } from './found-secrets.ts';
import { linesOf } from './message-lines.ts';

/** What an operator's message holds of an account. Each list is of what it may be, the likeliest first. */
export type FoundInMessage = FoundSecrets & {
  readonly addresses: readonly string[];
  /** The one to be used; null where several are as likely, and the person is to choose. */
  readonly address: string | null;
  readonly tokenNames: readonly string[];
};

const tokenLabel =
  /^\W*(?:(?:supported |available |your |the )?tokens?(?: names?)?|(?:pays?|paid) (?:with|in|by))(?: (?:is|are))?\s*[:=–-]\s*(.+)$/i;
const MOST_NAMES = 10;

/** Address, credentials and names of tokens out of whatever a person was given: a mail with all that is around them. */
export function readMessage(message: string): FoundInMessage {
  const lines = linesOf(message);
  const { addresses, isClear } = foundAddresses(lines);
  return {
    ...foundSecrets(lines),
    addresses,
    address: isClear ? (addresses[0] ?? null) : null,
    tokenNames: [...new Set(lines.flatMap(tokenNamesIn))].slice(0, MOST_NAMES),
  };
}

/** Whether it holds anything of an account. */
export function hasFound({ addresses, apiKeys, accessTokens }: FoundInMessage): boolean {
  return addresses.length + apiKeys.length + accessTokens.length > 0;
}

/** Whether a text is more than what one field takes: a key or an address has no blanks within. */
export function isMessage(text: string): boolean {
  return /\S\s+\S/.test(text.trim());
}

/** Small letters, capitals, or one capital in front: letters that are mixed otherwise may be an access token. */
const tokenName = /^(?:\p{Lu}?[\p{Ll}\d_-]{1,39}|\p{Lu}[\p{Lu}\d_-]{1,39})$/u;

function tokenNamesIn(line: string): readonly string[] {
  const list = tokenLabel.exec(line)?.[1];
  if (list === undefined) return [];
  const names = list.replace(/[.;]\s*$/, '').split(/\s*(?:,|\band\b|\bor\b|\/)\s*/);
  const isNames = names.every((name) => tokenName.test(name) && !isSecretLike(name));
  return isNames ? names : [];
}
