import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { NativeSelect } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { RecordFilter, RecordSeries } from '../../../shared/bridge/records.ts';
import { windowApi } from '../../data/window-api.ts';
import { formatSize } from '../../ui/sizes.ts';
import classes from './Charts.module.css';
import { ChartTable } from './ChartTable.tsx';
import { ChartTip } from './ChartTip.tsx';
import { feesText, stretchText, tickText, tokenName } from './spending-words.ts';

type Props = { readonly filter: RecordFilter; readonly accountId: string; readonly revision: number };

/** Of the accounts' colours, those that are told apart best, in this order. */
const colours = ['teal', 'amber', 'violet', 'rose', 'blue', 'slate'] as const;
const colourOf = (index: number): string => `var(--ds-colour-${colours[index % colours.length] ?? 'slate'})`;
const HEIGHT = 190;

/** Fees and bytes over time. Fees of different tokens have no common measure, so one token is drawn at a time. */
export function Charts({ filter, accountId, revision }: Props) {
  const series = useSeries(filter, `${accountId} ${revision}`);
  const [chosen, setChosen] = useState('');
  const [asTable, setAsTable] = useState(false);
  const token = series?.tokens.find((one) => keyOf(one.tokenDetailsId) === chosen) ?? series?.tokens[0];

  const fees = useMemo(
    () =>
      series?.stretches.map((first, at) => ({
        name: tickText(first, series.unit),
        at,
        fees: token?.fees[at]?.perMille ?? 0,
      })) ?? [],
    [series, token],
  );
  const bytes = useMemo(
    () =>
      series?.stretches.map((first, at) => ({
        name: tickText(first, series.unit),
        at,
        ...Object.fromEntries(series.tokens.map((one, index) => [`t${index}`, one.bytes[at]?.perMille ?? 0])),
      })) ?? [],
    [series],
  );

  if (series === null) return <p className={classes.waiting}>Adding up…</p>;
  if (series.stretches.length === 0 || token === undefined) {
    return <p className={classes.waiting}>Nothing that matches has a time to draw it at.</p>;
  }
  return (
    <div className={classes.charts}>
      <div className={classes.tools}>
        {series.tokens.length > 1 && (
          <NativeSelect
            aria-label="Fees of"
            data={series.tokens.map((one) => ({
              value: keyOf(one.tokenDetailsId),
              label: tokenName(one.tokenDetailsId, one.token),
            }))}
            value={keyOf(token.tokenDetailsId)}
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
          <figure>
            <figcaption>{`Fees in ${tokenName(token.tokenDetailsId, token.token)}, by ${series.unit}`}</figcaption>
            <BarChart
              h={HEIGHT}
              data={fees}
              dataKey="name"
              series={[{ name: 'fees', color: colourOf(series.tokens.indexOf(token)) }]}
              withYAxis={false}
              gridAxis="none"
              tooltipProps={{
                content: ({ payload }) => (
                  <ChartTip
                    payload={payload}
                    lines={(at) => [
                      {
                        label: stretchText(series.stretches[at] ?? '', series.unit),
                        value: feesText(token.fees[at]?.amount ?? '0', token),
                      },
                    ]}
                  />
                ),
              }}
            />
          </figure>
          <figure>
            <figcaption>{`Data submitted, by ${series.unit}`}</figcaption>
            <BarChart
              h={HEIGHT}
              data={bytes}
              dataKey="name"
              type="stacked"
              series={series.tokens.map((one, index) => ({
                name: `t${index}`,
                label: tokenName(one.tokenDetailsId, one.token),
                color: colourOf(index),
              }))}
              withYAxis={false}
              withLegend={series.tokens.length > 1}
              gridAxis="none"
              tooltipProps={{
                content: ({ payload }) => (
                  <ChartTip
                    payload={payload}
                    title={(at) => stretchText(series.stretches[at] ?? '', series.unit)}
                    lines={(at) =>
                      series.tokens.map((one) => ({
                        label: tokenName(one.tokenDetailsId, one.token),
                        value: formatSize(one.bytes[at]?.bytes ?? 0),
                      }))
                    }
                  />
                ),
              }}
            />
          </figure>
        </>
      )}
    </div>
  );
}

const keyOf = (id: string | null): string => (id === null ? 'none' : `id ${id}`);

/** The series of a filter; what is drawn stays until the next is here. `basis`: what it was reckoned from. */
function useSeries(filter: RecordFilter, basis: string): RecordSeries | null {
  const [series, setSeries] = useState<RecordSeries | null>(null);
  const question = JSON.stringify([filter, basis]);
  useEffect(() => {
    let current = question !== '';
    const asked = { ...filter, tokens: [...filter.tokens], phases: [...filter.phases] };
    void windowApi()
      .call('records.series', { filter: asked })
      .then((answer) => {
        if (current && answer.ok) setSeries(answer.value);
      });
    return () => {
      current = false;
    };
  }, [filter, question]);
  return series;
}
