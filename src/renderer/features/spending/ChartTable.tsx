import type { RecordSeries } from '../../../shared/bridge/records.ts';
import { formatCount } from '../../ui/amounts.ts';
import { formatSize } from '../../ui/sizes.ts';
import classes from './ChartTable.module.css';
import { feesText, stretchText, tokenName } from './spending-words.ts';

/** What the charts draw, as numbers: the latest first, stretches without submissions left out. */
export function ChartTable({ series }: { readonly series: RecordSeries }) {
  const rows = series.stretches
    .flatMap((first, at) => series.tokens.map((token) => ({ first, at, token })))
    .filter(({ at, token }) => (token.submissions[at] ?? 0) > 0)
    .reverse();
  return (
    <table className={classes.table}>
      <caption>{`Fees and data, by ${series.unit}`}</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Token</th>
          <th scope="col">Submissions</th>
          <th scope="col">Fees</th>
          <th scope="col">Data</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ first, at, token }) => (
          <tr key={`${first} ${token.tokenDetailsId}`}>
            <th scope="row">{stretchText(first, series.unit)}</th>
            <td>{tokenName(token.tokenDetailsId, token.token)}</td>
            <td>{formatCount(token.submissions[at] ?? 0)}</td>
            <td>{feesText(token.fees[at]?.amount ?? '0', token)}</td>
            <td>{formatSize(token.bytes[at]?.bytes ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
