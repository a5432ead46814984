import { randomBytes } from 'node:crypto';
import type { CredentialKind } from './credential.ts';

/** What the vault needs to know of an account. `address`: where the secret that is to be kept is sent. */
export type AccountLabel = { readonly id: string; readonly name: string; readonly address: string };

const kindNames: Readonly<Record<CredentialKind, string>> = { 'api-key': 'API key', 'access-token': 'access token' };

/**
 * What a person reads in their keychain: `My account – API key (https://host/path) [id] 5d1c03fe`.
 *
 * Name and address change, the id does not, and an entry can't be renamed in one step that a power cut can't tear. So an
 * entry keeps the name that it was made under, and that name is kept in the database beside the account: a rename leaves
 * the keychain alone. The id sets apart accounts of the same name and address. The end is another for each entry that is
 * made: a copy of the database, which knows entries of its day, never names one that was made after it.
 */
export function entryName(account: AccountLabel, kind: CredentialKind): string {
  const place = plain(withoutSecrets(account.address), 120);
  const made = randomBytes(4).toString('hex');
  return `${plain(account.name, 60)} – ${kindNames[kind]} (${place}) [${account.id}] ${made}`;
}

function plain(text: string, longest: number): string {
  const clean = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  const letters = [...clean];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : clean;
}

function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
