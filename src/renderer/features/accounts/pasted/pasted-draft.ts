import type { AccountDraft } from '../form/account-draft.ts';
import { type FoundInMessage, hasFound } from './read-message.ts';

/** The fields of an account that can come from a message. */
type PastedFields = Pick<AccountDraft, 'address' | 'apiKey' | 'accessToken' | 'token'>;

export const nothingPasted: PastedFields = { address: '', apiKey: '', accessToken: '', token: '' };

/**
 * The values that go into the form: those that a message holds one of. Fields with several values are left to the user,
 * tokens until the service has said which it has.
 */
export function fieldsFrom({ addresses, apiKeys, accessTokens, tokenNames }: FoundInMessage): Partial<PastedFields> {
  const only = (all: readonly string[]): string | null => (all.length === 1 ? (all[0] ?? null) : null);
  const fields = {
    address: only(addresses),
    apiKey: only(apiKeys),
    accessToken: only(accessTokens),
    token: only(tokenNames),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** What was found, in a sentence that repeats no secret. */
export function foundWords(found: FoundInMessage): string {
  if (!hasFound(found)) return 'No address or key was found. Enter them below.';
  const { addresses, apiKeys, accessTokens, tokenNames } = found;
  const parts = [
    counted(addresses.length, 'an address', 'addresses'),
    counted(apiKeys.length, 'an API key', 'API keys'),
    counted(accessTokens.length, 'an access token', 'access tokens'),
    tokenNames.length === 0 ? [] : [`the ${tokenNames.length === 1 ? 'token' : 'tokens'} ${list(tokenNames)}`],
  ].flat();
  const missing = [
    addresses.length > 0 ? [] : ['no address: enter it below'],
    apiKeys.length + accessTokens.length > 0 ? [] : ['no key or token: you are asked for it next'],
  ].flat();
  const but = missing.length === 0 ? '' : `, but ${missing.join(', and ')}`;
  return `Found in what you pasted: ${list(parts)}${but}. Compare it with your operator’s message. The rest is not saved.`;
}

/** What was found of one field, as far as it is what the form still holds: another may have been typed in its place. */
export function stillFound(all: readonly string[], typed: string): readonly string[] {
  return all.length === 1 && all[0] !== typed.trim() ? [] : all;
}

/** By its end alone, as everywhere. */
export function secretChoice(secret: string): string {
  return `ends in ${secret.slice(-4)}`;
}

function counted(count: number, one: string, many: string): readonly string[] {
  return count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
}

function list(parts: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(parts);
}
