import { CountBadge } from '../../ui/CountBadge.tsx';
import { needsEye } from './balance-words.ts';
import { useBalances } from './balances-store.ts';

/** How many tokens somebody should look at, beside the screen's name in the navigation. */
export function BalancesBadge() {
  const count = useBalances(({ view }) => (view.kind === 'ready' ? needsEye(view.balances) : 0));
  return <CountBadge count={count} words={count === 1 ? '1 token needs a look' : `${count} tokens need a look`} />;
}
