import { useMemo } from 'react';
import type { RecordSeries } from '../../../../shared/bridge/records.ts';
import { AlignedAmount, AmountColumn } from '../../../ui/amounts/AlignedAmount.tsx';
import { formatCount, formatRoundedSize } from '../../../ui/format.ts';
import { feesCost, periodText, tokenName } from '../spending-words.ts';
import classes from './Charts.module.css';

/** Characters. */
const COST_ROOM = 48;

/** What the charts draw, as numbers: the latest first, periods without submissions left out. */
export function ChartTable({ series }: { readonly series: RecordSeries }) {
  const rows = useMemo(
    () =>
      series.periods
        .flatMap((first, at) =>
          series.tokens.map((token) => ({
            ...{ first, token, submissions: token.submissions[at] ?? 0, cost: feesCost(token.fees[at] ?? '0', token) },
            size: { bytes: token.bytes[at] ?? 0, exact: token.bytesExact },
          })),
        )
        .filter(({ submissions }) => submissions > 0)
        .reverse(),
    [series],
  );
  return (
    <table className={classes.table}>
      <caption>{`Cost and data, by ${series.unit}`}</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Token</th>
          <th scope="col">Submissions</th>
          <th scope="col">Cost</th>
          <th scope="col">Data</th>
        </tr>
      </thead>
      <tbody>
        <AmountColumn costs={useMemo(() => rows.map(({ cost }) => cost), [rows])} room={COST_ROOM}>
          {rows.map(({ first, token, submissions, cost, size }) => (
            <tr key={`${first} ${token.tokenDetailsId}`}>
              <th scope="row">{periodText(first, series.unit)}</th>
              <td>{tokenName(token.tokenDetailsId, token.token)}</td>
              <td>{formatCount(submissions)}</td>
              <td>
                <AlignedAmount cost={cost} />
              </td>
              <td>{formatRoundedSize(size)}</td>
            </tr>
          ))}
        </AmountColumn>
      </tbody>
    </table>
  );
}
