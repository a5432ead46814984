import { CountBadge } from '../../ui/CountBadge.tsx';
import { needsEye } from './balance-words.ts';
import { useBalances } from './use-balances.ts';

/** How many tokens somebody should look at, beside the screen's name in the navigation. */
export function BalancesBadge() {
  const { data } = useBalances();
  const count = data === undefined ? 0 : needsEye(data);
  return <CountBadge count={count} words={count === 1 ? '1 token needs a look' : `${count} tokens need a look`} />;
}
