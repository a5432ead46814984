import type { TokenBalance } from '../../../../shared/bridge/balances.ts';
import { amountWords, lastsWords, paceWords, tokenTitle } from '../balance-words.ts';
import { DepositButton, TokenWarnings } from './TokenParts.tsx';
import classes from './TokenTable.module.css';

type Props = { readonly tokens: readonly TokenBalance[]; readonly paceDays: number };

/** One line for each token. Below it are only its warnings; everything else is on its card. */
export function TokenTable({ tokens, paceDays }: Props) {
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
            <th scope="col">Lasts, {paceWords(paceDays)}</th>
            <td />
          </tr>
        </thead>
        {tokens.map((token) => {
          // The token stands at the beginning of its row, not behind each amount.
          const unit = { name: null, decimals: token.decimals };
          return (
            <tbody key={token.key}>
              <tr>
                <th scope="row">
                  <bdi>{tokenTitle(token)}</bdi>
                </th>
                <td className={classes.number}>{amountWords(token.balance, unit)}</td>
                <td className={classes.number}>{amountWords(token.spending.fees, unit)}</td>
                <td>{lastsWords(token.spending.lastsDays) ?? '–'}</td>
                <td className={classes.number}>{token.listing.kind === 'listed' && <DepositButton token={token} />}</td>
              </tr>
              <tr>
                <td className={classes.warnings} colSpan={5}>
                  <TokenWarnings token={token} />
                </td>
              </tr>
            </tbody>
          );
        })}
      </table>
    </section>
  );
}

const scrollable = { tabIndex: 0 } as const;
