import type { ReactNode } from 'react';
import type { TokenBalance } from '../../../../shared/bridge/balances.ts';
import { amountWords, lastsWords, paceWords, spendingWords, tokenTitle } from '../balance-words.ts';
import classes from './TokenCards.module.css';
import {
  TokenActions,
  TokenAddress,
  TokenAmount,
  TokenDetails,
  type TokenQuestion,
  TokenWarnings,
} from './TokenParts.tsx';

type Props = {
  readonly tokens: readonly TokenBalance[];
  /** All submissions of the last 30 days. */
  readonly submissions: number;
  readonly paceDays: number;
  readonly onAsk: (question: TokenQuestion, token: TokenBalance) => void;
};

export function TokenCards({ tokens, submissions, paceDays, onAsk }: Props) {
  return (
    <ul className={classes.cards} aria-label="Tokens">
      {tokens.map((token) => (
        <li key={token.key}>
          <TokenCard token={token} submissions={submissions} paceDays={paceDays} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  );
}

function TokenCard({ token, submissions, paceDays, onAsk }: Omit<Props, 'tokens'> & { readonly token: TokenBalance }) {
  const { name, decimals, used, locked, spending } = token;
  const title = tokenTitle(token);
  const lasts = lastsWords(spending.lastsDays);
  return (
    <article className={classes.card} aria-label={title} data-gone={token.listing.kind === 'gone'}>
      <div className={classes.head}>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <TokenAddress address={token.tokenAddress} title={title} />
      </div>
      <TokenAmount token={token} />
      <dl className={classes.facts}>
        {lasts !== null && <Fact label="Lasts">{`${lasts}, ${paceWords(paceDays)}`}</Fact>}
        <Fact label="Spent">{spendingWords(spending, submissions, { name, decimals })}</Fact>
        {used !== null && <Fact label="Used so far">{amountWords(used, { name, decimals })}</Fact>}
        {locked !== null && <Fact label="Locked">{amountWords(locked, { name, decimals })}</Fact>}
      </dl>
      <TokenWarnings token={token} />
      <TokenDetails token={token} />
      <TokenActions token={token} onAsk={onAsk} />
    </article>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
