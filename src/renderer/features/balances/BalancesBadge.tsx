import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../data/queries.ts';
import { useActiveAccountId } from '../../data/window-state.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';

export function BalancesBadge() {
  const { data: count = 0 } = useQuery(callQuery('balances.lowCount', useActiveAccountId(), {}));
  return (
    <CountBadge count={count} words={count === 1 ? '1 token needs attention' : `${count} tokens need attention`} />
  );
}
