import { IconAlertTriangle } from '@tabler/icons-react';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { useWindowStore } from '../../data/window-store.ts';
import classes from './DepositSummary.module.css';
import type { ReadyDeposit } from './deposit-draft.ts';
import { depositWarnings } from './deposit-warnings.ts';
import { confirmSentence } from './deposit-words.ts';

type Props = { readonly deposit: ReadyDeposit; readonly earlier: readonly Deposit[] };

/** What is about to be registered, in one sentence, and what speaks against it. Main asks for the yes itself. */
export function DepositSummary({ deposit, earlier }: Props) {
  const account = useWindowStore((state) => state.accounts.find(({ id }) => id === state.activeAccountId)?.name);
  return (
    <section className={classes.summary} aria-label="Summary">
      <p className={classes.sentence}>{confirmSentence(deposit)}</p>
      <p className={classes.soft}>
        Token {deposit.tokenAddress}, for the account “{account}”.
      </p>
      {depositWarnings(deposit, earlier).map((warning) => (
        <div key={warning} className={classes.warning}>
          <IconAlertTriangle size={18} stroke={1.7} aria-hidden="true" />
          <p>{warning}</p>
        </div>
      ))}
    </section>
  );
}
