import type { ReactNode } from 'react';
import type { TokenBalance } from '../../../../shared/bridge/balances.ts';
import { amountWords, asOfWords, lastsWords, paceWords, spendingWords, tokenTitle } from '../balance-words.ts';
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
  /** All submissions of the last 30 days; null where they are not of the same time as the rest. */
  readonly submissions: number | null;
  /** When what is used so far was read, where that is another time than that of the spending. */
  readonly usedAsOf: string | null;
  readonly paceDays: number;
  readonly onAsk: (question: TokenQuestion, token: TokenBalance) => void;
};

export function TokenCards({ tokens, ...others }: Props) {
  return (
    <ul className={classes.cards} aria-label="Tokens">
      {tokens.map((token) => (
        <li key={token.key}>
          <TokenCard token={token} {...others} />
        </li>
      ))}
    </ul>
  );
}

type CardProps = Omit<Props, 'tokens'> & { readonly token: TokenBalance };

function TokenCard({ token, submissions, usedAsOf, paceDays, onAsk }: CardProps) {
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
        {used !== null && (
          <Fact label="Used so far">
            {amountWords(used, { name, decimals })}
            {usedAsOf !== null && <div>{asOfWords(usedAsOf, Date.now())}</div>}
          </Fact>
        )}
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
