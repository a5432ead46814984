import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decimalText, parseDecimal, sumOf } from '../../../shared/amounts.ts';
import type { RecordFilter, RecordPage, RecordSeries } from '../../../shared/bridge/records.ts';
import { callQuery } from '../../data/queries.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { formatCount, formatRoundedSize, formatSize } from '../../ui/format.ts';
import classes from './Charts.module.css';
import { useSpendingView } from './spending-view.ts';
import { axisText, feesText, periodText, seriesUnit, tokenName, tooManyWords, undrawnWords } from './spending-words.ts';

type Props = {
  readonly filter: RecordFilter;
  readonly accountId: string;
  /** The tokens of all stored records, regardless of the filter. */
  readonly tokens: RecordPage['tokens'];
};

type TokenSeries = RecordSeries['tokens'][number];

const colours = ['teal', 'amber', 'violet', 'rose', 'blue', 'slate'] as const;

/** Costs and bytes over time. The last charts stay until the answer to a new filter arrives. */
export function Charts({ filter, accountId, tokens }: Props) {
  const asked = useSpendingView((view) => seriesUnit(view.group));
  const { data: series } = useQuery({
    ...callQuery('records.series', accountId, { filter, unit: asked }),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState('');
  const token = series?.tokens.find((one) => keyOf(one) === chosen) ?? series?.tokens[0];

  if (series === undefined) return <p className={classes.waiting}>Adding up…</p>;
  if (series.periods.length === 0 || token === undefined) {
    return <p className={classes.waiting}>{undrawnWords(series.isEmpty)}</p>;
  }
  const tooMany = tooManyWords(series);
  const colourOf = ({ tokenDetailsId }: TokenSeries): string => {
    const place = tokens.findIndex((one) => one.tokenDetailsId === tokenDetailsId);
    return `var(--ds-colour-${colours[place % colours.length] ?? 'slate'})`;
  };
  const name = nameOf(token);
  const allBytes = series.tokens.flatMap(({ bytes }) => bytes).reduce((sum, one) => sum + one, 0);
  const isExact = series.tokens.every(({ bytesExact }) => bytesExact);
  return (
    <div className={classes.charts}>
      {series.tokens.length > 1 && (
        <NativeSelect
          aria-label="Cost in"
          data={series.tokens.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
          value={keyOf(token)}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {tooMany !== null && (
        <p className={classes.note} role="status">
          {tooMany}
        </p>
      )}
      {/* Costs in different tokens cannot be compared, so the chart shows one token at a time. */}
      <Chart
        series={series}
        title={`Cost in ${token.decimals === null ? `base units of ${name}` : name}`}
        mark={markText}
        total={feesText(decimalText(sumOf(token.fees.flatMap((fees) => parseDecimal(fees) ?? []))), token)}
        bars={[
          {
            label: 'Cost',
            colour: colourOf(token),
            // Only drawn. The texts are exact.
            heights: token.fees.map((fees) => Number(fees) / 10 ** (token.decimals ?? 0)),
            texts: token.fees.map((fees) => feesText(fees, token)),
          },
        ]}
      />
      <Chart
        series={series}
        title="Data submitted"
        mark={formatSize}
        total={formatRoundedSize({ bytes: allBytes, exact: isExact })}
        bars={series.tokens.map((one) => ({
          label: nameOf(one),
          colour: colourOf(one),
          heights: one.bytes,
          texts: one.bytes.map(formatSize),
        }))}
      />
      <Disclosure label="As numbers">
        <ChartTable series={series} />
      </Disclosure>
    </div>
  );
}

const keyOf = ({ tokenDetailsId: id }: TokenSeries): string => (id === null ? 'none' : `id ${id}`);
const nameOf = ({ tokenDetailsId, token }: TokenSeries): string => tokenName(tokenDetailsId, token);

/** A segment of each stacked column. `heights` and `texts` have one entry for each period. */
type Bar = {
  readonly label: string;
  readonly colour: string;
  readonly heights: readonly number[];
  readonly texts: readonly string[];
};

type ChartProps = {
  readonly series: RecordSeries;
  readonly title: string;
  readonly total: string;
  /** Formats a mark of the axis in few characters. */
  readonly mark: (value: number) => string;
  readonly bars: readonly Bar[];
};

function Chart({ series: { periods, unit }, title, total, mark, bars }: ChartProps) {
  return (
    <figure>
      <figcaption>
        <span>{`${title}, by ${unit}`}</span>
        <span className={classes.total}>
          Total <bdi>{total}</bdi>
        </span>
      </figcaption>
      <BarChart
        h={184}
        data={periods.map((_, at) => ({
          at,
          ...Object.fromEntries(bars.map(({ heights }, index) => [`bar ${index}`, heights[at] ?? 0])),
        }))}
        dataKey="at"
        type="stacked"
        tickLine="none"
        maxBarWidth={48}
        series={bars.map(({ label, colour }, index) => ({ name: `bar ${index}`, label, color: colour }))}
        withLegend={bars.length > 1}
        barProps={{ isAnimationActive: false }}
        xAxisProps={{
          tickFormatter: (at: number) => axisText(periods[at] ?? '', unit),
          // Labels have equal distances: every second or third day.
          interval: 'equidistantPreserveStart',
        }}
        yAxisProps={{ tickFormatter: mark, width: 80 }}
        tooltipProps={{
          content: ({ label: at }) =>
            typeof at !== 'number' ? null : (
              <div className={classes.tooltip}>
                <strong>{periodText(periods[at] ?? '', unit)}</strong>
                {bars.map(({ label, heights, texts }) =>
                  (heights[at] ?? 0) === 0 ? null : (
                    <p key={label}>
                      <span>{label}</span>
                      <bdi>{texts[at]}</bdi>
                    </p>
                  ),
                )}
              </div>
            ),
        }}
      />
    </figure>
  );
}

const usual = new Intl.NumberFormat(undefined, { notation: 'compact', maximumSignificantDigits: 3 });
const extreme = new Intl.NumberFormat(undefined, { notation: 'scientific', maximumSignificantDigits: 3 });

function markText(mark: number): string {
  return (mark !== 0 && (mark < 1e-4 || mark >= 1e15) ? extreme : usual).format(mark);
}

/** The numbers of the charts as a table, latest first. Periods without submissions are included, as in the charts. */
function ChartTable({ series: { periods, tokens, unit } }: { readonly series: RecordSeries }) {
  return (
    <table className={classes.table}>
      <caption>{`Cost and data, by ${unit}`}</caption>
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
        {periods
          .flatMap((first, at) => {
            const used = tokens.filter(({ submissions }) => (submissions[at] ?? 0) > 0);
            return (used.length === 0 ? [null] : used).map((token) => (
              <tr key={`${first} ${token === null ? '' : keyOf(token)}`}>
                <th scope="row">{periodText(first, unit)}</th>
                <td>{token === null ? '–' : nameOf(token)}</td>
                <td>{formatCount(token?.submissions[at] ?? 0)}</td>
                <td>{token === null ? '–' : feesText(token.fees[at] ?? '0', token)}</td>
                <td>
                  {token === null ? '–' : formatRoundedSize({ bytes: token.bytes[at] ?? 0, exact: token.bytesExact })}
                </td>
              </tr>
            ));
          })
          .reverse()}
      </tbody>
    </table>
  );
}
