import type { ReactNode } from 'react';
import type { TokenBalance } from '../../../../shared/bridge/balances.ts';
import type { Cost } from '../../../../shared/submissions/cost.ts';
import { AlignedAmount } from '../../../ui/amounts/AlignedAmount.tsx';
import { type Alignment, alignmentOf } from '../../../ui/amounts/alignment.ts';
import { asOfWords, lastsWords, paceWords, shareWords, tokenTitle } from '../balance-words.ts';
import { TokenActions, TokenAddress, TokenDetails, type TokenQuestion, TokenWarnings } from './TokenParts.tsx';
import classes from './TokenTable.module.css';

type Props = {
  readonly tokens: readonly TokenBalance[];
  /** All submissions of the last 30 days; null where they are not of the same time as the rest. */
  readonly submissions: number | null;
  /** When what is used so far was read, where that is another time than that of the spending. */
  readonly usedAsOf: string | null;
  readonly paceDays: number;
  readonly onAsk: (question: TokenQuestion, token: TokenBalance) => void;
};

export function TokenTable({ tokens, submissions, usedAsOf, paceDays, onAsk }: Props) {
  // Columns of what this service does not say would be empty from top to bottom.
  const says = { used: tokens.some(({ used }) => used !== null), locked: tokens.some(({ locked }) => locked !== null) };
  const alignments = {
    balance: alignmentIn('balance', tokens),
    fees: alignmentIn('fees', tokens),
    used: alignmentIn('used', tokens),
    locked: alignmentIn('locked', tokens),
  };
  return (
    // Wide by nature: it scrolls by itself, and must be reachable for that by keyboard.
    <section className={classes.scroller} aria-label="Table of tokens" {...scrollable}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col" className={classes.number}>
              Balance
            </th>
            <th scope="col" className={classes.number}>
              Cost, last 30 days
            </th>
            <th scope="col">Lasts</th>
            {says.used && (
              <th scope="col" className={classes.number}>
                Used so far
              </th>
            )}
            {says.locked && (
              <th scope="col" className={classes.number}>
                Locked
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <TokenRow
              key={token.key}
              token={token}
              submissions={submissions}
              usedAsOf={usedAsOf}
              paceDays={paceDays}
              says={says}
              alignments={alignments}
              onAsk={onAsk}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const scrollable = { tabIndex: 0 } as const;

/** The token stands at the beginning of its row, not behind each amount. */
const cost = (amount: string | null, { decimals }: TokenBalance): Cost | null =>
  amount === null ? null : { amount, token: null, decimals };

const amountIn = {
  balance: (token: TokenBalance) => cost(token.balance, token),
  fees: (token: TokenBalance) => cost(token.spending.fees, token),
  used: (token: TokenBalance) => cost(token.used, token),
  locked: (token: TokenBalance) => cost(token.locked, token),
} as const;
type AmountColumnName = keyof typeof amountIn;

/** Characters. The table scrolls by itself. */
const ROOM = 40;

function alignmentIn(column: AmountColumnName, tokens: readonly TokenBalance[]): Alignment {
  return alignmentOf(
    tokens.flatMap((token) => amountIn[column](token) ?? []),
    ROOM,
  );
}

type RowProps = Omit<Props, 'tokens'> & {
  readonly alignments: { readonly [Column in AmountColumnName]: Alignment };
  readonly token: TokenBalance;
  readonly says: { readonly used: boolean; readonly locked: boolean };
};

function TokenRow({ token, submissions, usedAsOf, paceDays, says, alignments, onAsk }: RowProps) {
  const { spending } = token;
  const title = tokenTitle(token);
  const lasts = lastsWords(spending.lastsDays);
  const amount = (column: AmountColumnName): ReactNode => {
    const cost = amountIn[column](token);
    return cost === null ? '–' : <AlignedAmount cost={cost} alignment={alignments[column]} />;
  };
  return (
    <tr>
      <th scope="row">
        <div className={classes.token}>
          <bdi>{title}</bdi>
          <TokenAddress address={token.tokenAddress} title={title} />
          <TokenWarnings token={token} />
          <TokenDetails token={token} />
          <TokenActions token={token} onAsk={onAsk} />
        </div>
      </th>
      <td className={classes.number}>{amount('balance')}</td>
      <td className={classes.number}>
        {amount('fees')}
        {submissions !== null && <div className={classes.share}>{shareWords(spending, submissions)}</div>}
      </td>
      <td className={classes.lasts}>
        {lasts ?? '–'}
        {lasts !== null && <div className={classes.share}>{paceWords(paceDays)}</div>}
      </td>
      {says.used && (
        <td className={classes.number}>
          {amount('used')}
          {token.used !== null && usedAsOf !== null && (
            <div className={classes.share}>{asOfWords(usedAsOf, Date.now())}</div>
          )}
        </td>
      )}
      {says.locked && <td className={classes.number}>{amount('locked')}</td>}
    </tr>
  );
}
