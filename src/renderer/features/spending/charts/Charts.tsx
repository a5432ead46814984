import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { z } from 'zod';
import type { RecordFilter, RecordSeries } from '../../../../shared/bridge/records.ts';
import { callQuery } from '../../../data/queries.ts';
import { formatCount, formatSize } from '../../../ui/format.ts';
import { axisText, feesText, periodText, tokenName } from '../spending-words.ts';
import classes from './Charts.module.css';

/** Of the accounts' colours, those that are told apart best, in this order. */
const colours = ['teal', 'amber', 'violet', 'rose', 'blue', 'slate'] as const;
const colourOf = (index: number): string => `var(--ds-colour-${colours[index % colours.length] ?? 'slate'})`;

type Props = { readonly filter: RecordFilter; readonly accountId: string };
type TokenSeries = RecordSeries['tokens'][number];

/** Fees and bytes over time; what is drawn stays until the answer to another filter is here. */
export function Charts({ filter, accountId }: Props) {
  const { data: series } = useQuery({
    ...callQuery('records.series', accountId, { filter }),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState('');
  const [asTable, setAsTable] = useState(false);
  const token = series?.tokens.find((one) => keyOf(one) === chosen) ?? series?.tokens[0];

  if (series === undefined) return <p className={classes.waiting}>Adding up…</p>;
  if (series.periods.length === 0 || token === undefined) {
    return <p className={classes.waiting}>Nothing that matches has a time to draw it at.</p>;
  }
  return (
    <div className={classes.charts}>
      <div className={classes.tools}>
        {series.tokens.length > 1 && (
          <NativeSelect
            aria-label="Fees of"
            data={series.tokens.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
            value={keyOf(token)}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <button type="button" className={classes.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          As numbers
        </button>
      </div>
      {series.tokenCount > series.tokens.length && (
        <p className={classes.waiting}>{`The ${series.tokens.length} tokens with most submissions.`}</p>
      )}
      {asTable ? (
        <ChartTable series={series} />
      ) : (
        <>
          <FeesChart series={series} token={token} />
          <BytesChart series={series} />
        </>
      )}
    </div>
  );
}

const keyOf = ({ tokenDetailsId: id }: TokenSeries): string => (id === null ? 'none' : `id ${id}`);
const nameOf = ({ tokenDetailsId, token }: TokenSeries): string => tokenName(tokenDetailsId, token);

const bars = { h: 190, dataKey: 'name', withYAxis: false, gridAxis: 'none' } as const;

/** Fees of different tokens have no common measure, so one token is drawn at a time. */
function FeesChart({ series, token }: { readonly series: RecordSeries; readonly token: TokenSeries }) {
  const data = useMemo(
    () =>
      series.periods.map((first, at) => ({
        name: axisText(first, series.unit),
        at,
        fees: token.fees[at]?.perMille ?? 0,
      })),
    [series, token],
  );
  const tooltip = (payload: unknown): ReactNode => (
    <ChartTooltip
      payload={payload}
      lines={(at) => [
        {
          label: periodText(series.periods[at] ?? '', series.unit),
          value: feesText(token.fees[at]?.amount ?? '0', token),
        },
      ]}
    />
  );
  return (
    <figure>
      <figcaption>{`Fees in ${nameOf(token)}, by ${series.unit}`}</figcaption>
      <BarChart
        {...bars}
        data={data}
        series={[{ name: 'fees', color: colourOf(series.tokens.indexOf(token)) }]}
        tooltipProps={{ content: ({ payload }) => tooltip(payload) }}
      />
    </figure>
  );
}

function BytesChart({ series }: { readonly series: RecordSeries }) {
  const data = useMemo(
    () =>
      series.periods.map((first, at) => ({
        name: axisText(first, series.unit),
        at,
        ...Object.fromEntries(series.tokens.map((one, index) => [`t${index}`, one.bytes[at]?.perMille ?? 0])),
      })),
    [series],
  );
  const tooltip = (payload: unknown): ReactNode => (
    <ChartTooltip
      payload={payload}
      title={(at) => periodText(series.periods[at] ?? '', series.unit)}
      lines={(at) => series.tokens.map((one) => ({ label: nameOf(one), value: formatSize(one.bytes[at]?.bytes ?? 0) }))}
    />
  );
  return (
    <figure>
      <figcaption>{`Data submitted, by ${series.unit}`}</figcaption>
      <BarChart
        {...bars}
        data={data}
        type="stacked"
        series={series.tokens.map((one, index) => ({ name: `t${index}`, label: nameOf(one), color: colourOf(index) }))}
        withLegend={series.tokens.length > 1}
        tooltipProps={{ content: ({ payload }) => tooltip(payload) }}
      />
    </figure>
  );
}

/** What the charts draw, as numbers: the latest first, periods without submissions left out. */
function ChartTable({ series }: { readonly series: RecordSeries }) {
  const rows = series.periods
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
            <th scope="row">{periodText(first, series.unit)}</th>
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

/** What the chart tells of the column under the pointer: only its place is taken, all numbers come from the series. */
const pointed = z.array(z.looseObject({ payload: z.looseObject({ at: z.number() }) }));

type ChartTooltipProps = {
  readonly payload: unknown;
  readonly title?: (at: number) => string;
  readonly lines: (at: number) => readonly { readonly label: string; readonly value: string }[];
};

function ChartTooltip({ payload, title, lines }: ChartTooltipProps) {
  const read = pointed.safeParse(payload);
  const at = read.success ? read.data[0]?.payload.at : undefined;
  if (at === undefined) return null;
  return (
    <div className={classes.tooltip}>
      {title !== undefined && <strong>{title(at)}</strong>}
      {lines(at).map(({ label, value }) => (
        <p key={label}>
          <span>{label}</span>
          <bdi>{value}</bdi>
        </p>
      ))}
    </div>
  );
}
