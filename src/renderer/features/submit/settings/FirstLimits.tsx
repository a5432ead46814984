import { useWindowStore } from '../../../data/window-store.ts';
import { useFreshBalances } from '../../balances/index.ts';
import classes from './QueueSettings.module.css';
import { SettingsForm } from './SettingsForm.tsx';

type Props = { readonly accountId: string; readonly onDone: () => void };

/** Offered once, when the first account of a service was added: from here on files cost money. */
export function FirstLimits({ accountId, onDone }: Props) {
  const name = useWindowStore((state) => state.accounts.find(({ id }) => id === accountId)?.name ?? '');
  // Settings are those of the active account, which the new one is as soon as main has said so.
  const isActive = useWindowStore((state) => state.activeAccountId === accountId);
  // With them it is known what an amount is measured in.
  useFreshBalances();
  return (
    <div className={classes.form}>
      <p>
        <bdi>{name}</bdi> is ready. From now on you pay for what you drop, and anybody can read it permanently unless
        you drop it as private. Choose when Dropslip asks you first. You can change this at any time under “Limits” on
        the Submit screen.
      </p>
      {isActive && <SettingsForm onDone={onDone} isFirst />}
    </div>
  );
}
