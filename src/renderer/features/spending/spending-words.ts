import {
  type RecordFilter,
  type RecordGroup,
  type RecordGrouping,
  type RecordPage,
  type RecordRow,
  type RecordSeries,
  type RecordsSync,
  type RecordTotal,
  type SeriesUnit,
  seriesUnits,
} from '../../../shared/bridge/records.ts';
import type { RecordPhase } from '../../../shared/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import { rowText } from '../../../shared/text.ts';
import { formatCost, formatCount, formatRoundedSize } from '../../ui/format.ts';

type EmptyWords = {
  readonly title: string;
  readonly text: string;
  /** The next step: a first submission, or adding the missing credential. */
  readonly next: 'submit' | 'access-token';
};

/** `readsRecords`: true if the account's credentials can read the service's records. */
export function emptyWords(sync: RecordsSync, readsRecords: boolean): EmptyWords {
  if (!readsRecords) {
    return {
      title: 'An access token shows what was spent',
      text: 'This account has only an API key, which cannot read costs and records. Find your submissions under Look up.',
      next: 'access-token',
    };
  }
  if (sync.kind === 'running') {
    return { title: 'Looking…', text: listedHere, next: 'submit' };
  }
  return sync.kind === 'failed'
    ? {
        title: 'Nothing to show yet',
        text: 'Nothing is saved on this computer, and the service could not be read.',
        next: 'submit',
      }
    : { title: 'Nothing spent yet', text: listedHere, next: 'submit' };
}

const listedHere = 'Every submission of this account will be listed here, with what it cost.';

export const phaseNames: { readonly [Phase in RecordPhase]: string } = {
  pending: 'Submitted',
  'in-block': 'Confirmed',
  failed: 'Delayed',
};

const groupingNames: { readonly [Grouping in RecordGrouping]: string } = {
  none: 'No groups',
  day: 'By day',
  week: 'By week',
  month: 'By month',
  token: 'By token',
};

/** In characters. */
const LONGEST_ID = 60;

export function tokenName(tokenDetailsId: string | null, name: string | null): string {
  if (name !== null) return name;
  return tokenDetailsId === null ? 'No token' : `Token ${rowText(tokenDetailsId, LONGEST_ID)}`;
}

type Named = {
  readonly tokenDetailsId: string | null;
  readonly token: string | null;
  readonly decimals: number | null;
};

/** Fees in their token, or in base units while its decimals are unknown. */
function feesCost(fees: string, { tokenDetailsId, token, decimals }: Named): Cost {
  const name = token === null && tokenDetailsId !== null ? `token ${rowText(tokenDetailsId, LONGEST_ID)}` : token;
  return { amount: fees, token: name, decimals };
}

export function feesText(fees: string, named: Named): string {
  return formatCost(feesCost(fees, named));
}

export function sizeText({ size, amountData }: Pick<RecordRow, 'size' | 'amountData'>): string {
  if (size === null) return amountData ?? '';
  return formatRoundedSize(size);
}

export function totalText(total: RecordTotal): { readonly fees: string; readonly rest: string } {
  const count = `${formatCount(total.submissions)} ${total.submissions === 1 ? 'submission' : 'submissions'}`;
  const size = formatRoundedSize({ bytes: total.bytes, exact: total.bytesExact });
  const open = total.withoutFees === 0 ? '' : ` · ${formatCount(total.withoutFees)} without a cost yet`;
  return { fees: feesText(total.fees, total), rest: `${count} · ${size}${open}` };
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortDayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The start of a day, for the formats above, which convert it to no time zone. */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

function dayText(day: string): string {
  return dayFormat.format(startOf(day));
}

/** A period in words. `first` is its first day. */
export function periodText(first: string, unit: SeriesUnit): string {
  if (unit === 'day') return dayText(first);
  if (unit === 'month') return monthFormat.format(startOf(first));
  return dayFormat.formatRange(startOf(first), startOf(first) + 6 * 86_400_000);
}

export function axisText(first: string, unit: SeriesUnit): string {
  return unit === 'month' ? periodText(first, unit) : shortDayFormat.format(startOf(first));
}

export const chartGroupings: readonly RecordGrouping[] = ['none', ...seriesUnits];

export function groupingName(grouping: RecordGrouping, shape: 'table' | 'charts'): string {
  return grouping === 'none' && shape === 'charts' ? 'Automatic' : groupingNames[grouping];
}

/** The unit of time for the charts; null to choose the best automatically. */
export function seriesUnit(grouping: RecordGrouping): SeriesUnit | null {
  return seriesUnits.find((unit) => unit === grouping) ?? null;
}

export function tooManyWords({ tooMany, unit }: Pick<RecordSeries, 'tooMany' | 'unit'>): string | null {
  if (tooMany === null) return null;
  return `Too many ${tooMany}s to draw, so this is by ${unit}. Filter a shorter time to see it by ${tooMany}.`;
}

export const NOTHING_MATCHES = 'Nothing matches. Change or clear the filter.';

export function undrawnWords(isEmpty: boolean): string {
  return isEmpty ? NOTHING_MATCHES : 'No match has a time.';
}

export function groupName(group: RecordGroup, grouping: RecordGrouping): string {
  const unit = seriesUnit(grouping);
  if (unit === null) return tokenName(group.key, group.totals[0]?.token ?? null);
  return group.key === null ? 'Without a time' : periodText(group.key, unit);
}

/** One condition of the filter in words, and the filter without it. */
type FilterPart = { readonly words: string; readonly without: Partial<RecordFilter> };

export function filterParts(filter: RecordFilter, tokens: RecordPage['tokens']): readonly FilterPart[] {
  const parts: FilterPart[] = [];
  const { fromDay, toDay } = filter;
  if (fromDay !== null && fromDay === toDay) {
    parts.push({ words: dayText(fromDay), without: { fromDay: null, toDay: null } });
  } else if (fromDay !== null || toDay !== null) {
    const words = [fromDay === null ? '' : `from ${dayText(fromDay)}`, toDay === null ? '' : `to ${dayText(toDay)}`];
    parts.push({ words: sentence(words), without: { fromDay: null, toDay: null } });
  }
  for (const id of filter.tokens) {
    const named = tokens.find(({ tokenDetailsId }) => tokenDetailsId === id);
    const without = { tokens: filter.tokens.filter((one) => one !== id) };
    parts.push({ words: tokenName(id, named?.token ?? null), without });
  }
  for (const phase of filter.phases) {
    parts.push({ words: phaseNames[phase], without: { phases: filter.phases.filter((one) => one !== phase) } });
  }
  return parts;
}

function sentence(words: readonly string[]): string {
  const text = words.filter(Boolean).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
