import { useWindowStore } from '../../data/window-store.ts';
import classes from './TroubleBanner.module.css';
import { TroubleNotice } from './TroubleNotice.tsx';

/** The active account's trouble, above every screen. */
export function TroubleBanner() {
  const account = useWindowStore((state) => state.accounts.find((one) => one.id === state.activeAccountId));
  if (account === undefined || account.trouble === null) return null;
  return (
    <section className={classes.banner} aria-label="This account needs you">
      <TroubleNotice key={account.id} account={account} />
    </section>
  );
}
