import { useWindowStore } from '../../data/window-store.ts';
import { ChooseButtons } from './ChooseButtons.tsx';
import classes from './EmptyState.module.css';
import { SlipArt } from './SlipArt.tsx';

/** The screen before the first drop. */
export function EmptyState() {
  const practice = useWindowStore(
    (state) => state.accounts.find((account) => account.id === state.activeAccountId)?.kind === 'practice',
  );
  return (
    <div className={classes.empty}>
      <div className={classes.card}>
        <SlipArt size={176} />
        <h1>Drop a file, get a slip</h1>
        <p className={classes.lead}>
          Drop files or folders anywhere in this window, or paste them. Each file gets a receipt that you can keep.
        </p>
        <ChooseButtons />
        {practice && (
          <p className={classes.note}>You are on the practice account: try anything, nothing real is spent.</p>
        )}
      </div>
    </div>
  );
}
