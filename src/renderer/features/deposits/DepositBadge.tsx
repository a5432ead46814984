import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../data/queries.ts';
import { useActiveAccountId } from '../../data/window-state.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';

export function DepositBadge() {
  const { data } = useDeposits();
  const count = data?.filter(({ state }) => state.kind === 'unknown').length ?? 0;
  return (
    <CountBadge count={count} words={count === 1 ? '1 deposit is uncertain' : `${count} deposits are uncertain`} />
  );
}

export function useDeposits() {
  return useQuery(callQuery('deposits.list', useActiveAccountId(), {}));
}
