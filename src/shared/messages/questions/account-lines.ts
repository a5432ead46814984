import { readAddress } from '../../addresses.ts';
import { askedAddress, askedName } from '../../text.ts';

/** The account that a question is about; `address` null while its service is still starting. */
export type AskedAccount = { readonly name: string; readonly address: string | null };

/** An address as questions show it: one that anybody on the way can listen to is never shown without saying so. */
export function addressWords(address: string): string {
  const read = readAddress(address);
  return `${askedAddress(address)}${read.ok && read.inTheClear ? ' (not encrypted)' : ''}`;
}

/** The last lines of what a question is about. Two may have one name. */
export function accountLines({ name, address }: AskedAccount): readonly string[] {
  return [...(address === null ? [] : [`To ${addressWords(address)}`]), `Account ${askedName(name)}`];
}
