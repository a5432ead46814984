import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { shortenHex } from '../../../shared/hex.ts';
import { irrevocable } from '../../../shared/messages/deposits/deposit-review.ts';
import { useWindowStore } from '../../data/window-store.ts';
import classes from './DepositSummary.module.css';
import type { ReadyDeposit } from './deposit-draft.ts';
import { confirmSentence, depositReview, type EarlierDeposits } from './deposit-words.ts';

type Props = { readonly deposit: ReadyDeposit; readonly earlier: EarlierDeposits };

/** What is about to be registered, what it changes, and what speaks against it. Main asks for the yes itself. */
export function DepositSummary({ deposit, earlier }: Props) {
  const account = useWindowStore((state) => state.accounts.find(({ id }) => id === state.activeAccountId)?.name);
  const { balance, remarks } = depositReview(deposit, earlier);
  return (
    <section className={classes.summary} aria-label="Summary">
      <p className={classes.sentence}>{confirmSentence(deposit)}</p>
      <dl className={classes.facts}>
        <dt>Balance</dt>
        <dd>{balance ?? 'Unknown'}</dd>
        <dt>Token</dt>
        <dd title={deposit.tokenAddress}>{shortenHex(deposit.tokenAddress)}</dd>
        <dt>Account</dt>
        <dd>
          <bdi>{account}</bdi>
        </dd>
      </dl>
      {remarks.map(({ tone, text }) => (
        <div key={text} className={classes.remark} data-tone={tone}>
          {tone === 'warning' ? (
            <IconAlertTriangle size={18} stroke={1.7} aria-hidden="true" />
          ) : (
            <IconInfoCircle size={18} stroke={1.7} aria-hidden="true" />
          )}
          <p>{text}</p>
        </div>
      ))}
      <p className={classes.soft}>{irrevocable}</p>
    </section>
  );
}
