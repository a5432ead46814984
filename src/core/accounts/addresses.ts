import { isPathBelow, originOf, readAddress } from '../../shared/addresses.ts';
import type { AccountSettings, CredentialKind } from '../../shared/bridge/accounts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { readNodeAddress } from '../network/index.ts';

export type Addresses = { readonly address: string | null; readonly submitAddress: string | null };

/** Everything that decides where an account's requests go; `address` null while its service is still starting. */
export type Place = Addresses & Pick<AccountSettings, 'requestFundsPath' | 'tokenMapPath'>;

export type KnownPlace = Place & { readonly address: string };

/** The only origin that a credential of this kind may ever be sent to; null while there is no address. */
export function originFor(kind: CredentialKind, addresses: Addresses): string | null {
  const base = addressFor(kind, addresses);
  return base === null ? null : originOf(base);
}

export function addressFor<Address extends string | null>(
  kind: CredentialKind,
  { address, submitAddress }: { readonly address: Address; readonly submitAddress: string | null },
): Address | string {
  return kind === 'api-key' ? (submitAddress ?? address) : address;
}

/** Whether two accounts' requests go to the very same places, paths included. */
export function sameAddresses(one: Addresses, other: Addresses): boolean {
  return one.address === other.address && one.submitAddress === other.submitAddress;
}

/** Whether all that decides where requests go is the same: addresses, and the paths that a person has set. */
export function samePlace(one: Place, other: Place): boolean {
  return (
    sameAddresses(one, other) &&
    one.requestFundsPath === other.requestFundsPath &&
    one.tokenMapPath === other.tokenMapPath
  );
}

/** Settings with their addresses as they are kept, or what is wrong with them. */
export function readSettings(settings: AccountSettings): Result<AccountSettings> {
  const address = readAddress(settings.address);
  if (!address.ok) return failure({ code: 'address-not-valid', values: { problem: address.problem } });
  const { requestFundsPath, tokenMapPath } = settings;
  for (const path of [requestFundsPath, tokenMapPath])
    if (path !== null && !isPathBelow(path)) return failure({ code: 'path-not-valid' });
  const node = settings.nodeAddress === null ? success(null) : readNodeAddress(settings.nodeAddress);
  if (!node.ok) return node;
  const read = { ...settings, address: address.address, nodeAddress: node.value };
  if (settings.submitAddress === null) return success(read);
  const submit = readAddress(settings.submitAddress);
  if (!submit.ok) return failure({ code: 'address-not-valid', values: { problem: submit.problem } });
  const submitAddress = submit.address === address.address ? null : submit.address;
  return success({ ...read, submitAddress });
}
