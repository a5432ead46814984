import { askedAddress, askedName } from '../../text.ts';

/** The account that a question is about; `address` null while its service is still starting. */
export type AskedAccount = { readonly name: string; readonly address: string | null };

/** The last lines of what a question is about. Two may have one name. */
export function accountLines({ name, address }: AskedAccount): readonly string[] {
  return [...(address === null ? [] : [`To ${askedAddress(address)}`]), `Account ${askedName(name)}`];
}
