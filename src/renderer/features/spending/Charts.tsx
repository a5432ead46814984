import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import type { RecordFilter, RecordPage, RecordSeries } from '../../../shared/bridge/records.ts';
import { callQuery } from '../../data/queries.ts';
import { useWindowStore } from '../../data/window-state.ts';
import { AlignedAmount, AmountColumn } from '../../ui/AlignedAmount.tsx';
import { formatCount, formatRoundedSize } from '../../ui/format.ts';
import classes from './Charts.module.css';
import {
  type ChartValues,
  costValues,
  FULL_HEIGHT,
  heightOn,
  leastPixels,
  type Piece,
  periodNumbers,
  sizeValues,
  type TokenColours,
  type TokenSeries,
  tokenColours,
} from './chart-values.ts';
import { useSpendingView } from './spending-view.ts';
import { axisText, feesCost, periodText, seriesUnit, tokenName, tooManyWords, undrawnWords } from './spending-words.ts';

/** In characters. */
const COST_ROOM = 48;

/** The numbers of the charts as a table. */
function ChartTable({ series }: { readonly series: RecordSeries }) {
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

type Props = {
  readonly filter: RecordFilter;
  readonly accountId: string;
  /** The tokens of all stored records, regardless of the filter. */
  readonly tokens: RecordPage['tokens'];
};

/** Costs and bytes over time. The last charts stay until the answer to a new filter arrives. */
export function Charts({ filter, accountId, tokens }: Props) {
  const asked = useSpendingView((view) => seriesUnit(view.group));
  const { data: series } = useQuery({
    ...callQuery('records.series', accountId, { filter, unit: asked }),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState('');
  const [asTable, setAsTable] = useState(false);
  const colourOf = useMemo(() => tokenColours(tokens), [tokens]);
  const token = series?.tokens.find((one) => keyOf(one) === chosen) ?? series?.tokens[0];

  if (series === undefined) return <p className={classes.waiting}>Adding up…</p>;
  if (series.periods.length === 0 || token === undefined) {
    return <p className={classes.waiting}>{undrawnWords(series.isEmpty)}</p>;
  }
  const tooMany = tooManyWords(series);
  return (
    <div className={classes.charts}>
      <div className={classes.tools}>
        {series.tokens.length > 1 && (
          <NativeSelect
            aria-label="Cost in"
            data={series.tokens.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
            value={keyOf(token)}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <button type="button" className={classes.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          As numbers
        </button>
      </div>
      {tooMany !== null && (
        <p className={classes.note} role="status">
          {tooMany}
        </p>
      )}
      {!asTable && (
        <>
          <CostChart series={series} token={token} colourOf={colourOf} />
          <SizeChart series={series} colourOf={colourOf} />
        </>
      )}
      {/* For screen readers, the numbers are always beside the charts. */}
      <div className={asTable ? undefined : classes.heard}>
        <ChartTable series={series} />
      </div>
    </div>
  );
}

const keyOf = ({ tokenDetailsId: id }: TokenSeries): string => (id === null ? 'none' : `id ${id}`);
const nameOf = ({ tokenDetailsId, token }: TokenSeries): string => tokenName(tokenDetailsId, token);

type DrawnProps = { readonly series: RecordSeries; readonly colourOf: TokenColours };

/** Costs in different tokens cannot be compared, so the chart shows one token at a time. */
function CostChart({ series, token, colourOf }: DrawnProps & { readonly token: TokenSeries }) {
  const values = useMemo(() => costValues(token), [token]);
  const bars = [{ label: 'Cost', colour: colourOf(token.tokenDetailsId) }];
  return <Chart series={series} what="Cost" nothing="Nothing spent" values={values} bars={bars} />;
}

function SizeChart({ series, colourOf }: DrawnProps) {
  const units = useWindowStore((state) => state.formats.sizes);
  const values = useMemo(() => sizeValues(series.tokens, units), [series, units]);
  const bars = series.tokens.map((token) => ({ label: nameOf(token), colour: colourOf(token.tokenDetailsId) }));
  return <Chart series={series} what="Data submitted" nothing="Nothing submitted" values={values} bars={bars} />;
}

type Bars = readonly { readonly label: string; readonly colour: string }[];
type ChartProps = {
  readonly series: RecordSeries;
  readonly what: string;
  /** The text for a period without any. */
  readonly nothing: string;
  readonly values: ChartValues;
  readonly bars: Bars;
};

function Chart({ series, what, nothing, values, bars }: ChartProps) {
  const { periods, unit } = series;
  const data = useMemo(
    () =>
      periods.map((first, at) => ({
        ...{ name: axisText(first, unit), at },
        ...Object.fromEntries(values.bars.map((bar, index) => [`bar ${index}`, bar[at]?.height ?? 0])),
      })),
    [periods, unit, values],
  );
  const pieces = new Map(values.bars.map((bar, index) => [`bar ${index}`, bar]));
  const marks = new Map(values.axis.marks.map((mark) => [heightOn(values.axis, mark), values.mark(mark)]));
  const longest = Math.max(...[...marks.values()].map(({ length }) => length));
  return (
    <figure>
      <figcaption>
        <span>{`${what} in ${values.unit}, by ${unit}`}</span>
        <span className={classes.total}>
          Total <bdi>{values.total}</bdi>
        </span>
      </figcaption>
      <BarChart
        h={184}
        data={data}
        dataKey="name"
        type="stacked"
        gridAxis="x"
        tickLine="none"
        maxBarWidth={48}
        series={bars.map(({ label, colour }, index) => ({ name: `bar ${index}`, label, color: colour }))}
        withLegend={bars.length > 1}
        barProps={({ name }) => ({
          // The first argument is the height of the column so far, which does not describe this piece.
          minPointSize: (_top, at) => leastPixels(pieces.get(name)?.[at]),
          isAnimationActive: false,
        })}
        // Labels have equal distances: every second or third day.
        xAxisProps={{ interval: 'equidistantPreserveStart' }}
        yAxisProps={{
          domain: [0, FULL_HEIGHT],
          ticks: [...marks.keys()],
          tickFormatter: (height: number) => marks.get(height) ?? '',
          width: Math.max(LEAST_AXIS, MARK_CHARACTER * longest + MARK_ROOM),
          interval: 0,
        }}
        tooltipProps={{
          content: ({ payload }) => (
            <ChartTooltip
              payload={payload}
              title={(at) => periodText(periods[at] ?? '', unit)}
              nothing={nothing}
              lines={(at) => bars.map(({ label }, index) => ({ label, value: values.bars[index]?.[at] }))}
            />
          ),
        }}
      />
    </figure>
  );
}

/** In pixels: the width of a character of a label, and the space around it. */
const MARK_CHARACTER = 9;
const MARK_ROOM = 20;
/** Gives charts below each other the same left edge. */
const LEAST_AXIS = 64;

/** The tooltip data of Recharts. Only the index is used; all numbers come from the series. */
const pointed = z.array(z.looseObject({ payload: z.looseObject({ at: z.number() }) }));

type Line = { readonly label: string; readonly value: Piece | undefined };
type ChartTooltipProps = {
  readonly payload: unknown;
  readonly title: (at: number) => string;
  readonly nothing: string;
  readonly lines: (at: number) => readonly Line[];
};

function ChartTooltip({ payload, title, nothing, lines }: ChartTooltipProps) {
  const read = pointed.safeParse(payload);
  const at = read.success ? read.data[0]?.payload.at : undefined;
  if (at === undefined) return null;
  const some = lines(at).filter(({ value }) => value?.isEmpty === false);
  return (
    <div className={classes.tooltip}>
      <strong>{title(at)}</strong>
      {some.length === 0 && <span>{nothing}</span>}
      {some.map(({ label, value }) => (
        <p key={label}>
          <span>{label}</span>
          <bdi>{value?.text}</bdi>
        </p>
      ))}
    </div>
  );
}
