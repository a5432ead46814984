import { useMemo } from 'react';
import type { RecordSeries } from '../../../../shared/bridge/records.ts';
import { AlignedAmount, AmountColumn } from '../../../ui/amounts/AlignedAmount.tsx';
import { formatCount, formatRoundedSize } from '../../../ui/format.ts';
import { feesCost, periodText, tokenName } from '../spending-words.ts';
import classes from './Charts.module.css';
import { periodNumbers } from './chart-values.ts';

/** Characters. */
const COST_ROOM = 48;

/** What the charts draw, as numbers. */
export function ChartTable({ series }: { readonly series: RecordSeries }) {
  const rows = useMemo(() => periodNumbers(series), [series]);
  const costs = useMemo(
    () => rows.flatMap(({ token, fees }) => (token === null ? [] : [feesCost(fees, token)])),
    [rows],
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
        <AmountColumn costs={costs} room={COST_ROOM}>
          {rows.map(({ first, token, submissions, fees, bytes }) => (
            <tr key={`${first} ${token === null ? '' : `of ${token.tokenDetailsId}`}`}>
              <th scope="row">{periodText(first, series.unit)}</th>
              <td>{token === null ? '–' : tokenName(token.tokenDetailsId, token.token)}</td>
              <td>{formatCount(submissions)}</td>
              <td>{token === null ? '–' : <AlignedAmount cost={feesCost(fees, token)} />}</td>
              <td>{token === null ? '–' : formatRoundedSize({ bytes, exact: token.bytesExact })}</td>
            </tr>
          ))}
        </AmountColumn>
      </tbody>
    </table>
  );
}
