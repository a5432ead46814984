import type { TokenName, TokenRecord } from '../../shared/records.ts';

/** Finds the first of a list by a key, and goes through the list only once: a service may list tens of thousands. */
function firstBy<One>(keyOf: (one: One) => string): (list: readonly One[], key: string) => One | undefined {
  const indexes = new WeakMap<readonly One[], ReadonlyMap<string, One>>();
  return (list, key) => {
    let index = indexes.get(list);
    if (index === undefined) {
      // Later ones are overwritten by earlier ones.
      index = new Map(list.toReversed().map((one) => [keyOf(one), one]));
      indexes.set(list, index);
    }
    return index.get(key);
  };
}

/** What the service's token_map says of an address. The list is not changed afterwards. */
export const nameOf = firstBy<TokenName>(({ tokenAddress }) => tokenAddress);

/** The account's token with this id. The list is not changed afterwards. */
export const tokenWithId = firstBy<TokenRecord>(({ tokenDetailsId }) => tokenDetailsId);
