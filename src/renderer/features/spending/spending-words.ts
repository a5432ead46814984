import type {
  RecordColumn,
  RecordGroup,
  RecordGrouping,
  RecordRow,
  RecordTotal,
} from '../../../shared/bridge/records.ts';
import type { RecordPhase } from '../../../shared/records.ts';
import { rowText } from '../../../shared/text.ts';
import { formatCost, formatCount, formatSize } from '../../ui/format.ts';

export const columnNames: { readonly [Column in RecordColumn]: string } = {
  time: 'Time',
  file: 'File',
  state: 'State',
  token: 'Token',
  fees: 'Fees',
  size: 'Size',
  id: 'Submission id',
  dataHash: 'Data hash',
  blockHash: 'Block hash',
  txHash: 'Transaction hash',
  index: 'Index in the block',
  address: 'Address',
  user: 'User',
  error: 'The service says',
};

export const phaseNames: { readonly [Phase in RecordPhase]: string } = {
  pending: 'Submitted',
  'in-block': 'Confirmed',
  failed: 'Failed',
};

export const groupingNames: { readonly [Grouping in RecordGrouping]: string } = {
  none: 'No groups',
  day: 'By day',
  week: 'By week',
  month: 'By month',
  token: 'By token',
};

/** Characters. */
const LONGEST_ID = 60;

/** A token by its name, or by what the service calls it. */
export function tokenName(tokenDetailsId: string | null, name: string | null): string {
  if (name !== null) return name;
  return tokenDetailsId === null ? 'No token' : `Token ${rowText(tokenDetailsId, LONGEST_ID)}`;
}

type Named = {
  readonly tokenDetailsId: string | null;
  readonly token: string | null;
  readonly decimals: number | null;
};

/** Fees in the token they were charged in, exact; base units while its decimals are not known. */
export function feesText(fees: string, { tokenDetailsId, token, decimals }: Named): string {
  const unknown = token === null && tokenDetailsId !== null ? `token ${rowText(tokenDetailsId, LONGEST_ID)}` : token;
  return formatCost({ amount: fees, token: unknown, decimals });
}

export function sizeText({ size, amountData }: Pick<RecordRow, 'size' | 'amountData'>): string {
  if (size === null) return amountData ?? '';
  return `${size.exact ? '' : '≈ '}${formatSize(size.bytes)}`;
}

export function totalText(total: RecordTotal): { readonly fees: string; readonly rest: string } {
  const count = `${formatCount(total.submissions)} ${total.submissions === 1 ? 'submission' : 'submissions'}`;
  const size = `${total.bytesExact ? '' : '≈ '}${formatSize(total.bytes)}`;
  const open = total.withoutFees === 0 ? '' : ` · ${formatCount(total.withoutFees)} without fees yet`;
  return { fees: feesText(total.fees, total), rest: `${count} · ${size}${open}` };
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortDayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A calendar day, in whatever zone it was reckoned. */
export function dayText(day: string): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`));
}

export function periodText(first: string, unit: 'day' | 'week' | 'month'): string {
  if (unit === 'day') return dayText(first);
  if (unit === 'month') return monthFormat.format(Date.parse(`${first}T00:00:00Z`));
  const start = Date.parse(`${first}T00:00:00Z`);
  return dayFormat.formatRange(start, start + 6 * 86_400_000);
}

/** What stands under a column of a chart: the day that its period begins on. */
export function axisText(first: string, unit: 'day' | 'week' | 'month'): string {
  return unit === 'month' ? periodText(first, unit) : shortDayFormat.format(Date.parse(`${first}T00:00:00Z`));
}

export function groupName(group: RecordGroup, grouping: Exclude<RecordGrouping, 'none'>): string {
  if (grouping === 'token') return tokenName(group.key, group.totals[0]?.token ?? null);
  return group.key === null ? 'Without a time' : periodText(group.key, grouping);
}
