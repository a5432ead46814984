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
        <bdi>{name}</bdi> is ready. What you drop is paid for from now on, and anybody can read it permanently, unless
        you drop it as private. Choose what Dropslip asks you about first. You can change it at any time under “Limits”
        on the Submit screen.
      </p>
      {isActive && <SettingsForm onDone={onDone} isFirst />}
    </div>
  );
}
