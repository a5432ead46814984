import {
  compareDecimals,
  type Decimal,
  decimalText,
  parseDecimal,
  sumOf,
  unitsAt,
  zero,
} from '../../../shared/amounts.ts';
import type { RecordPage, RecordSeries } from '../../../shared/bridge/records.ts';
import { type SizeUnit, type SizeUnits, sizeUnit } from '../../../shared/sizes.ts';
import { rowText } from '../../../shared/text.ts';
import { formatDecimal, formatSizeIn } from '../../ui/format.ts';
import { tokenName } from './spending-words.ts';

/** The account colours that are easiest to distinguish, in this order. */
const colours = ['teal', 'amber', 'violet', 'rose', 'blue', 'slate'] as const;

export type TokenColours = (tokenDetailsId: string | null) => string;

/**
 * The colour of each token in the stored records, regardless of the filter. The order of ids keeps the colours of the
 * others when a new token is used.
 */
export function tokenColours(tokens: RecordPage['tokens']): TokenColours {
  const ids = tokens.flatMap(({ tokenDetailsId: id }) => id ?? []).sort(inOrder.compare);
  const places = new Map(ids.map((id, place) => [id, place]));
  return (id) => {
    const place = (id === null ? undefined : places.get(id)) ?? colours.length - 1;
    return `var(--ds-colour-${colours[place % colours.length] ?? 'slate'})`;
  };
}

const inOrder = new Intl.Collator('en', { numeric: true });

export type Axis = { readonly marks: readonly Decimal[]; readonly top: Decimal };

/** The distance between two marks is one of these, times a power of ten. */
const steps = [1n, 2n, 5n, 10n];
const MOST_DISTANCES = 4n;

/** An axis for values up to `highest`. It uses whole numbers, so that marks are exact. */
export function axisFor(highest: Decimal): Axis {
  if (highest.units <= 0n) return { marks: [{ units: 0n, scale: 0 }], top: { units: 1n, scale: 0 } };
  // Two more digits, so that a quarter of any value is at least one.
  const scale = highest.scale + 2;
  const units = highest.units * 100n;
  const least = (units + MOST_DISTANCES - 1n) / MOST_DISTANCES;
  const power = 10n ** BigInt(least.toString().length - 1);
  const step = (steps.find((one) => one * power >= least) ?? 10n) * power;
  const count = (units + step - 1n) / step;
  const marks = Array.from({ length: Number(count) + 1 }, (_, at) => ({ units: BigInt(at) * step, scale }));
  return { marks, top: { units: count * step, scale } };
}

/** The height of a chart's axis, in the chart's own units. */
export const FULL_HEIGHT = 10_000;

/** The height of a value, relative to `FULL_HEIGHT`. A value above zero has a height above zero. */
export function heightOn({ top }: Axis, value: Decimal): number {
  if (value.units <= 0n) return 0;
  const scale = Math.max(top.scale, value.scale);
  return Math.max(1, Number((unitsAt(value, scale) * BigInt(FULL_HEIGHT)) / unitsAt(top, scale)));
}

const LONGEST_MARK = 12;

/**
 * A mark in few characters. It has one or two digits and zeros, so it is exact. `write` formats a number in the user's
 * language.
 */
export function markText(mark: Decimal, write: (plain: string) => string): string {
  const plain = decimalText(mark);
  if (plain.length <= LONGEST_MARK) return write(plain);
  const digits = mark.units.toString().replace(/0+$/, '');
  const power = mark.units.toString().length - 1 - mark.scale;
  return `${write(digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits)} × 10${superscript(power)}`;
}

function superscript(power: number): string {
  return [...String(power)].map((sign) => (sign === '-' ? '⁻' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? ''))).join('');
}

export type TokenSeries = RecordSeries['tokens'][number];

/** The segment of a stacked column for one period. */
export type Piece = { readonly height: number; readonly text: string; readonly isEmpty: boolean };

/** The data of a chart. Marks and tooltips use the same unit. */
export type ChartValues = {
  readonly unit: string;
  readonly axis: Axis;
  /** The text of a mark of the axis. */
  readonly mark: (mark: Decimal) => string;
  readonly total: string;
  /** One list for each segment of the stacked columns, with one entry for each period. */
  readonly bars: readonly (readonly Piece[])[];
};

/** The minimum height of a segment in pixels. A small value stays visible, while zero is not drawn. */
export function leastPixels(piece: Piece | undefined): number {
  return piece === undefined || piece.isEmpty ? 0 : 2;
}

/** The costs of one token: in whole tokens, or in base units while the decimals are unknown. */
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

/** A row of the table: a period and the costs in one token. `token` is null in a period without submissions. */
export type PeriodNumbers = {
  readonly first: string;
  readonly submissions: number;
  readonly token: TokenSeries | null;
  readonly fees: string;
  readonly bytes: number;
};

/** The numbers of the charts, latest first. Periods without submissions are included, as in the charts. */
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

/** A chart cannot show more than three decimals of the largest unit. */
const SIZE_SCALE = 3;

/** The bytes of all tokens as stacked columns, in the unit of the highest column. */
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
