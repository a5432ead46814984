import { isDeepStrictEqual } from 'node:util';
import type { SubmitBy } from '../../shared/bridge/accounts.ts';
import type { StoredAccount } from './account-row.ts';
import { samePlace } from './addresses.ts';

/** What of an account a person was asked about besides its place. */
export type Wanted = { readonly name?: string; readonly submitBy?: SubmitBy };

/**
 * Whether the account is still as it was when the person was asked (`known`). Somebody may have changed it meanwhile to what
 * is wanted; to anything else, or to another place, nobody said yes, and that is not undone.
 */
export function stillHolds(now: StoredAccount, known: StoredAccount, { name, submitBy }: Wanted): boolean {
  const isCalledSo = name === undefined || [known.name, name].includes(now.name);
  const paysSo =
    submitBy === undefined || [known.submitBy, submitBy].some((pays) => isDeepStrictEqual(now.submitBy, pays));
  return samePlace(now, known) && isCalledSo && paysSo;
}
