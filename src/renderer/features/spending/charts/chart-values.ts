import { compareDecimals, type Decimal, decimalText, parseDecimal, sumOf, zero } from '../../../../shared/amounts.ts';
import type { RecordSeries } from '../../../../shared/bridge/records.ts';
import { type SizeUnit, type SizeUnits, sizeUnit } from '../../../../shared/sizes.ts';
import { rowText } from '../../../../shared/text.ts';
import { formatDecimal, formatSizeIn } from '../../../ui/format.ts';
import { tokenName } from '../spending-words.ts';
import { type Axis, axisFor, heightOn, markText } from './axis.ts';

export type TokenSeries = RecordSeries['tokens'][number];

/** What one of those that lie on each other in a column draws of a period. */
export type Piece = { readonly height: number; readonly text: string; readonly isEmpty: boolean };

/** What a chart draws. Marks, and what each column says of itself, are told in one unit. */
export type ChartValues = {
  readonly unit: string;
  readonly axis: Axis;
  /** What a mark of the axis says. */
  readonly mark: (mark: Decimal) => string;
  readonly total: string;
  /** One list for each of what lies on each other in a column, one entry a period. */
  readonly bars: readonly (readonly Piece[])[];
};

/** How high a piece is drawn at least: what is not nothing is seen, however small it is, and nothing is not. */
export function leastPixels(piece: Piece | undefined): number {
  return piece === undefined || piece.isEmpty ? 0 : 2;
}

/** Costs of one token: whole tokens, or base units while nobody has said its decimals. */
export function costValues(token: TokenSeries): ChartValues {
  const name = rowText(tokenName(token.tokenDetailsId, token.token));
  const unit = token.decimals === null ? `base units of ${name}` : name;
  const values = token.fees.map((fees): Decimal => {
    const sum = parseDecimal(fees) ?? zero;
    return { units: sum.units, scale: sum.scale + (token.decimals ?? 0) };
  });
  const axis = axisFor(highestOf(values));
  const textOf = (value: Decimal): string => `${formatDecimal(decimalText(value))} ${unit}`;
  return {
    unit,
    axis,
    mark: (mark) => markText(mark, formatDecimal),
    total: textOf(sumOf(values)),
    bars: [
      values.map((value) => ({ height: heightOn(axis, value), text: textOf(value), isEmpty: value.units === 0n })),
    ],
  };
}

/** A line of numbers: a period and what was spent in it with one token; `token` is null in a period without submissions. */
export type PeriodNumbers = {
  readonly first: string;
  readonly submissions: number;
  readonly token: TokenSeries | null;
  readonly fees: string;
  readonly bytes: number;
};

/** What charts draw, the latest first. A period in which nothing was submitted is drawn, and so it is told. */
export function periodNumbers({ periods, tokens }: RecordSeries): readonly PeriodNumbers[] {
  return periods
    .flatMap((first, at): readonly PeriodNumbers[] => {
      const used = tokens.filter(({ submissions }) => (submissions[at] ?? 0) > 0);
      if (used.length === 0) return [{ first, token: null, submissions: 0, fees: '0', bytes: 0 }];
      return used.map((token) => ({
        ...{ first, token, submissions: token.submissions[at] ?? 0 },
        ...{ fees: token.fees[at] ?? '0', bytes: token.bytes[at] ?? 0 },
      }));
    })
    .reverse();
}

/** Three digits behind the decimal sign of the largest unit are more than a chart can draw. */
const SIZE_SCALE = 3;

/** Data of all tokens on each other, in the unit that the highest column has. */
export function sizeValues(tokens: readonly TokenSeries[], units: SizeUnits): ChartValues {
  const columns = (tokens[0]?.bytes ?? []).map((_, at) => tokens.reduce((sum, { bytes }) => sum + (bytes[at] ?? 0), 0));
  const unit = sizeUnit(Math.max(0, ...columns), units);
  const axis = axisFor(highestOf(columns.map((bytes) => sizeDecimal(bytes, unit))));
  const total = columns.reduce((sum, bytes) => sum + bytes, 0);
  return {
    unit: unit.name,
    axis,
    mark: (mark) => markText(mark, formatDecimal),
    total: `${tokens.every(({ bytesExact }) => bytesExact) ? '' : '≈ '}${formatSizeIn(total, unit)}`,
    bars: tokens.map(({ bytes }) =>
      bytes.map((one) => ({
        height: heightOn(axis, sizeDecimal(one, unit)),
        text: formatSizeIn(one, unit),
        isEmpty: one === 0,
      })),
    ),
  };
}

function sizeDecimal(bytes: number, unit: SizeUnit): Decimal {
  return { units: BigInt(Math.round((bytes / unit.bytes) * 10 ** SIZE_SCALE)), scale: SIZE_SCALE };
}

function highestOf(values: readonly Decimal[]): Decimal {
  return values.reduce((highest, one) => (compareDecimals(one, highest) > 0 ? one : highest), zero);
}
