import { originOf, readAddress } from '../../shared/addresses.ts';
import type { AccountSettings, CredentialKind } from '../../shared/bridge/accounts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { readNodeAddress } from '../network/index.ts';

export type Addresses = { readonly address: string | null; readonly submitAddress: string | null };

export type KnownAddresses = Addresses & { readonly address: string };

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

export function sameAddresses(one: Addresses, other: Addresses): boolean {
  return one.address === other.address && one.submitAddress === other.submitAddress;
}

/** Returns the settings with normalised addresses, or the first problem found. */
export function readSettings(settings: AccountSettings): Result<AccountSettings> {
  const address = readAddress(settings.address);
  if (!address.ok) return failure({ code: 'address-not-valid', values: { problem: address.problem } });
  const node = settings.nodeAddress === null ? success(null) : readNodeAddress(settings.nodeAddress);
  if (!node.ok) return node;
  const read = { ...settings, address: address.address, nodeAddress: node.value };
  if (settings.submitAddress === null) return success(read);
  const submit = readAddress(settings.submitAddress);
  if (!submit.ok) return failure({ code: 'address-not-valid', values: { problem: submit.problem } });
  const submitAddress = submit.address === address.address ? null : submit.address;
  return success({ ...read, submitAddress });
}
