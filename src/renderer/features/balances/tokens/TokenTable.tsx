import type { TokenBalance } from '../../../../shared/bridge/balances.ts';
import { CopyButton } from '../../../ui/fields/copy.tsx';
import { formatCount, formatDecimal } from '../../../ui/format.ts';
import { amountWords, lastsWords, shareWords, tokenTitle, wholeTokens } from '../balance-words.ts';
import { TokenActions, TokenAddress, TokenDetails, type TokenQuestion, TokenWarnings } from './TokenParts.tsx';
import classes from './TokenTable.module.css';

type Props = {
  readonly tokens: readonly TokenBalance[];
  /** All submissions of the last 30 days. */
  readonly submissions: number;
  readonly paceDays: number;
  readonly onAsk: (question: TokenQuestion, token: TokenBalance) => void;
};

export function TokenTable({ tokens, submissions, paceDays, onAsk }: Props) {
  // Columns of what this service does not say would be empty from top to bottom.
  const says = { used: tokens.some(({ used }) => used !== null), locked: tokens.some(({ locked }) => locked !== null) };
  return (
    // Wide by nature: it scrolls by itself, and must be reachable for that by keyboard.
    <section className={classes.scroller} aria-label="Table of tokens" {...scrollable}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col" className={classes.number}>
              Balance, and in base units
            </th>
            <th scope="col" className={classes.number}>
              Fees of 30 days
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
              paceDays={paceDays}
              says={says}
              onAsk={onAsk}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const scrollable = { tabIndex: 0 } as const;

type RowProps = Omit<Props, 'tokens'> & {
  readonly token: TokenBalance;
  readonly says: { readonly used: boolean; readonly locked: boolean };
};

function TokenRow({ token, submissions, paceDays, says, onAsk }: RowProps) {
  const { decimals, used, locked, spending } = token;
  const title = tokenTitle(token);
  const lasts = lastsWords(spending.lastsDays);
  const exact = (amount: string | null): string =>
    amount === null ? '–' : amountWords(amount, { name: null, decimals });
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
      <td className={classes.number}>
        {wholeTokens(token.balance, decimals)}
        <div className={classes.exact}>
          {formatDecimal(token.balance)}
          <CopyButton text={token.balance} what={`the balance of ${title} in base units`} />
        </div>
      </td>
      <td className={classes.number}>
        {exact(spending.fees)}
        <div className={classes.share}>{shareWords(spending, submissions)}</div>
      </td>
      <td className={classes.lasts}>
        {lasts ?? '–'}
        {lasts !== null && (
          <div className={classes.share}>
            {paceDays === 1 ? 'pace of 1 day' : `pace of ${formatCount(paceDays)} days`}
          </div>
        )}
      </td>
      {says.used && <td className={classes.number}>{exact(used)}</td>}
      {says.locked && <td className={classes.number}>{exact(locked)}</td>}
    </tr>
  );
}
