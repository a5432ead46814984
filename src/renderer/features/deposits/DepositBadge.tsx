import { CountBadge } from '../../ui/feedback/CountBadge.tsx';
import { useDeposits } from './deposits-store.ts';

/** How many deposits are uncertain, beside the screen's name in the navigation. */
export function DepositBadge() {
  const count = useDeposits(({ view }) =>
    view.kind === 'ready' ? view.deposits.filter(({ state }) => state.kind === 'unknown').length : 0,
  );
  return (
    <CountBadge count={count} words={count === 1 ? '1 deposit is uncertain' : `${count} deposits are uncertain`} />
  );
}
