import { isPathBelow, originOf, readAddress } from '../../shared/addresses.ts';
import type { AccountSettings, CredentialKind } from '../../shared/bridge/accounts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { readNodeAddress } from '../network/index.ts';

export type Addresses = { readonly address: string | null; readonly submitAddress: string | null };

/** All settings that decide where requests are sent. `address` is null while the practice service starts. */
export type Place = Addresses & Pick<AccountSettings, 'requestFundsPath' | 'tokenMapPath'>;

export type KnownPlace = Place & { readonly address: string };

/** Returns the only origin that a credential of this kind may be sent to; null while there is no address. */
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

/** True if both addresses are equal. Paths set by the user are not compared. */
export function sameAddresses(one: Addresses, other: Addresses): boolean {
  return one.address === other.address && one.submitAddress === other.submitAddress;
}

/** True if addresses and paths set by the user are equal. */
export function samePlace(one: Place, other: Place): boolean {
  return (
    sameAddresses(one, other) &&
    one.requestFundsPath === other.requestFundsPath &&
    one.tokenMapPath === other.tokenMapPath
  );
}

/** Returns the settings with normalised addresses, or the first problem found. */
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
