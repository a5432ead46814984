import { useQuery } from '@tanstack/react-query';
import { question } from '../../data/queries.ts';
import { useActiveAccountId } from '../../data/window-store.ts';

/** What is left of the active account's tokens, as last read. */
export function useBalances() {
  return useQuery(question('balances.view', useActiveAccountId(), {}));
}
