import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal, unitsAt } from '../../shared/amounts.ts';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import { type RecordFilter, type RecordQuery, recordColumns } from '../../shared/bridge/records.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { AccountRecords } from './account-records.ts';
import { AccountView } from './account-view.ts';
import { everything, latestFirst, recordOf } from './records.fixture.ts';

const tokens: readonly KnownToken[] = [
  { tokenDetailsId: '1', tokenAddress: '0x01', name: 'ethereum', decimals: 18 },
  { tokenDetailsId: '2', tokenAddress: '0x02', name: 'usd-coin', decimals: 6 },
];
const noFile = () => null;

const fees = fc.oneof(
  fc.constantFrom(null, '0', (2n ** 256n - 1n).toString(), 'free', '0.000000000000000000001'),
  fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
  fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 999 })).map(([whole, part]) => `${whole}.${part}`),
);
const records: fc.Arbitrary<SubmissionRecord> = fc
  .record({
    id: fc.constantFrom('a', 'ab', 'abcdef0123', 'b', 'c0ffee00aa', 'd', 'e', 'f'),
    tokenDetailsId: fc.constantFrom(null, '1', '2', '9'),
    fees,
    amountData: fc.constantFrom(null, '17', '2.31 KB', '1.00 B', 'much'),
    createdAt: fc.constantFrom(null, '2026-01-31T23:30:00Z', '2026-02-01T00:30:00.5Z', '2026-03-29T01:00:00Z'),
    phase: fc.constantFrom('pending', 'in-block', 'failed'),
    error: fc.constantFrom(null, 'Out of funds'),
    dataHash: fc.constantFrom(null, '0xabcdef0123456789'),
    extrinsicIndex: fc.constantFrom(null, '9', '10', '123456789012345678901234567890'),
  })
  .map(({ id, ...fields }) => recordOf(id, fields));

const filters: fc.Arbitrary<RecordFilter> = fc.record({
  text: fc.constantFrom('', 'a', 'ab', 'abcdef01', 'bcdef012', 'coin', '0xab', 'funds', 'out a', 'zz'),
  fromDay: fc.constantFrom(null, null, '2026-02-01'),
  toDay: fc.constantFrom(null, null, '2026-02-01'),
  tokens: fc.constantFrom<(string | null)[]>([], [], ['1'], [null, '2'], ['9']),
  phases: fc.constantFrom<RecordFilter['phases']>([], [], ['pending'], ['failed', 'in-block']),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia'),
});

/** Fees as they are shown, in units of 10^-60: enough for every scale that occurs here. */
function shown(record: SubmissionRecord): bigint | null {
  const read = record.fees === null ? null : parseDecimal(record.fees);
  const decimals = tokens.find(({ tokenDetailsId }) => tokenDetailsId === record.tokenDetailsId)?.decimals ?? 0;
  return read === null ? null : unitsAt({ units: read.units, scale: read.scale + decimals }, 60);
}

const dayOf = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(new Date(time));

/** What a filter means, said once more in the plainest way. */
function isMeant(record: SubmissionRecord, filter: RecordFilter): boolean {
  const { phases, fromDay, toDay } = filter;
  const day = record.createdAt === null ? null : dayOf(record.createdAt, filter.timeZone);
  const name = tokens.find(({ tokenDetailsId }) => tokenDetailsId === record.tokenDetailsId)?.name ?? '';
  const hash = record.dataHash?.slice(2) ?? '';
  const found = filter.text
    .split(' ')
    .filter(Boolean)
    .every((word) => {
      const code = word.replace(/^0x/, '');
      const codes = [record.id, hash, record.fees?.toLowerCase() ?? ''];
      const inCode = codes.some((one) => (code.length >= 8 ? one.includes(code) : one.startsWith(code)));
      return name.includes(word) || (record.error?.toLowerCase() ?? '').includes(word) || inCode;
    });
  return (
    found &&
    (phases.length === 0 || phases.includes(record.phase)) &&
    (filter.tokens.length === 0 || filter.tokens.includes(record.tokenDetailsId)) &&
    (fromDay === null || (day !== null && day >= fromDay)) &&
    (toDay === null || (day !== null && day <= toDay))
  );
}

function viewOf(list: readonly SubmissionRecord[]) {
  const account = new AccountRecords(noFile);
  account.merge(list);
  return { account, view: new AccountView(account) };
}

const distinct = fc.uniqueArray(records, { selector: ({ id }) => id, maxLength: 8 });

test('what is filtered is what a plain look at each record finds, also when the filter grows letter by letter', () => {
  fc.assert(
    fc.property(distinct, fc.array(filters, { minLength: 1, maxLength: 4 }), (list, asked) => {
      const { view } = viewOf(list);
      for (const filter of asked) {
        for (let typed = 0; typed <= filter.text.length; typed += 1) {
          const now = { ...filter, text: filter.text.slice(0, typed) };
          const page = view.page({ ...latestFirst, filter: now }, tokens);
          const expected = list.filter((record) => isMeant(record, now)).map(({ id }) => id);
          expect(page.rows.map(({ id }) => id).sort()).toEqual(expected.sort());
          expect(page.matched).toBe(expected.length);
        }
      }
    }),
  );
});

test('totals are the exact sums of what is filtered, and pages put together are all of it', () => {
  fc.assert(
    fc.property(distinct, filters, (list, filter) => {
      const { view } = viewOf(list);
      const whole = view.page({ ...latestFirst, filter }, tokens);
      const meant = list.filter((record) => isMeant(record, filter));
      for (const total of whole.totals) {
        const own = meant.filter(({ tokenDetailsId }) => tokenDetailsId === total.tokenDetailsId);
        const read = own.flatMap(({ fees: text }) => (text === null ? [] : (parseDecimal(text) ?? [])));
        const sum = read.reduce((units, one) => units + unitsAt(one, 60), 0n);
        expect(unitsAt(parseDecimal(total.fees) ?? { units: -1n, scale: 0 }, 60)).toBe(sum);
        expect(total).toMatchObject({ submissions: own.length, withoutFees: own.length - read.length });
      }
      const pages = [0, 3, 6].flatMap((offset) => view.page({ ...latestFirst, filter, offset, count: 3 }, tokens).rows);
      expect(pages).toEqual(whole.rows);
      for (const group of ['day', 'week', 'month', 'token'] as const) {
        const { groups } = view.page({ ...latestFirst, filter, group }, tokens);
        expect(groups.reduce((count, one) => count + one.submissions, 0)).toBe(meant.length);
      }
    }),
  );
});

test('every column sorts both ways, what has nothing in it comes last, and amounts are compared as they are shown', () => {
  fc.assert(
    fc.property(distinct, fc.constantFrom(...recordColumns), (list, column) => {
      const { view } = viewOf(list);
      const sorted = (descending: boolean) =>
        view.page({ ...latestFirst, sort: { column, descending } } satisfies RecordQuery, tokens).rows;
      const [up, down] = [sorted(false), sorted(true)];
      expect(up.map(({ id }) => id).sort()).toEqual(down.map(({ id }) => id).sort());
      if (column === 'fees') {
        const amounts = up.map(({ id }) => shown(list.find((one) => one.id === id) ?? recordOf(id)));
        const known = amounts.filter((amount) => amount !== null);
        expect(amounts.slice(0, known.length)).toEqual(known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      }
      if (column === 'index') {
        const known = up.flatMap(({ index }) => (index === null ? [] : [BigInt(index)]));
        expect(known).toEqual(known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
        expect(up.slice(0, known.length).every(({ index }) => index !== null)).toBe(true);
      }
    }),
  );
});

test('what is equal in a column is in the order of time, what has none after it, however it was listed', () => {
  const listed = fc.shuffledSubarray(
    [9, null, 3, 7, null, 1, 5, null, 2, 8, 4, 6].map((hour, at) =>
      recordOf(`${'hgfedcba'.charAt(at % 8)}${at}`, { createdAt: hour === null ? null : `2026-01-01T0${hour}:00:00Z` }),
    ),
    { minLength: 2 },
  );
  fc.assert(
    fc.property(listed, (list) => {
      const { view } = viewOf(list);
      const { rows } = view.page({ ...latestFirst, sort: { column: 'state', descending: false } }, tokens);
      const keys = rows.map(({ time, id }) => `${time ?? 'none'} ${id}`);
      expect(keys).toEqual(keys.toSorted());
    }),
  );
});

test('merged lists hold every id once, as it was listed last, and nothing is ever lost', () => {
  fc.assert(
    fc.property(fc.array(distinct, { maxLength: 5 }), (lists) => {
      const account = new AccountRecords(noFile);
      const expected = new Map<string, SubmissionRecord>();
      for (const list of lists) {
        account.merge(list);
        for (const record of list) {
          const kept = expected.get(record.id);
          const back = record.phase === 'pending' && kept?.phase === 'in-block';
          if (!back) expected.set(record.id, record);
        }
      }
      expect(new Map(account.entries().map(({ record }) => [record.id, record]))).toEqual(expected);
    }),
  );
});

test('merging the same list again changes nothing', () => {
  fc.assert(
    fc.property(distinct, (list) => {
      const { account } = viewOf(list);
      const { revision } = account;
      expect(account.merge(list).touched).toEqual([]);
      expect(account.revision).toBe(revision);
    }),
  );
});

test('days, weeks and months are those of the person’s own zone', () => {
  const { view } = viewOf([recordOf('late', { createdAt: '2026-01-31T23:30:00Z', tokenDetailsId: '1', fees: '1' })]);
  const first = (group: RecordQuery['group'], timeZone: string) =>
    view.page({ ...latestFirst, group, filter: { ...everything, timeZone } }, tokens).groups[0];
  expect(first('day', 'UTC')).toMatchObject({ key: '2026-01-31', lastDay: '2026-01-31' });
  expect(first('day', 'Europe/Berlin')).toMatchObject({ key: '2026-02-01' });
  expect(first('week', 'UTC')).toMatchObject({ key: '2026-01-26', lastDay: '2026-02-01' });
  expect(first('month', 'Europe/Berlin')).toMatchObject({ key: '2026-02-01', lastDay: '2026-02-28' });
});

test('a series has no gaps, and its amounts are exact', () => {
  const most = (2n ** 256n - 1n).toString();
  const { view } = viewOf([
    recordOf('c', { createdAt: '2026-01-05T11:00:00Z', tokenDetailsId: '2', fees: '5', amountData: '10' }),
    recordOf('a', { createdAt: '2026-01-01T10:00:00Z', tokenDetailsId: '1', fees: most, amountData: '10' }),
    recordOf('b', { createdAt: '2026-01-05T10:00:00Z', tokenDetailsId: '1', fees: '1', amountData: '30' }),
  ]);
  const series = view.series(everything, null, tokens);
  expect(series).toMatchObject({ unit: 'day' });
  expect(series.periods).toHaveLength(5);
  expect(series.tokens.map(({ token }) => token)).toEqual(['ethereum', 'usd-coin']);
  const [ethereum] = series.tokens;
  expect(ethereum?.fees).toEqual([most, '0', '0', '0', '1']);
  expect(ethereum?.bytes).toEqual([10, 0, 0, 0, 30]);
});

test('a series tells whether nothing matches or what matches has no time', () => {
  const { view } = viewOf([recordOf('a', { createdAt: null, tokenDetailsId: '1', fees: '1' })]);
  expect(view.series(everything, null, tokens)).toMatchObject({ periods: [], isEmpty: false });
  expect(view.series({ ...everything, text: 'nosuch' }, null, tokens)).toMatchObject({ periods: [], isEmpty: true });
});

test('a series has the chosen unit, or the next longer one if it has too many periods', () => {
  const drawn = (last: string, unit: 'day' | 'week' | 'month' | null) => {
    const { view } = viewOf(['2026-01-05', last].map((day) => recordOf(day, { createdAt: `${day}T10:00:00Z` })));
    const series = view.series(everything, unit, tokens);
    return [series.unit, series.periods.length, series.tooMany];
  };
  expect(drawn('2026-03-26', null)).toEqual(['week', 12, null]);
  expect(drawn('2026-03-26', 'day')).toEqual(['day', 81, null]);
  expect(drawn('2026-03-26', 'month')).toEqual(['month', 3, null]);
  expect(drawn('2026-12-31', 'day')).toEqual(['week', 52, 'day']);
  expect(drawn('2046-01-05', 'day')).toEqual(['month', 240, 'day']);
});

test('a time at the end of the calendar breaks neither chart nor groups', () => {
  const times = ['9999-12-31T23:59:59Z', '+010000-01-01T00:59:59Z', '0000-01-01T00:00:00Z', '2026-05-03T12:00:00Z'];
  const { view } = viewOf(
    times.map((createdAt, at) => recordOf(`record ${at}`, { createdAt, fees: '1', tokenDetailsId: '1' })),
  );
  for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    const filter = { ...everything, timeZone };
    expect(view.series(filter, null, tokens).periods.length).toBeGreaterThan(0);
    for (const group of ['day', 'week', 'month'] as const) {
      const { groups } = view.page({ ...latestFirst, filter, group }, tokens);
      expect(groups.reduce((sum, { submissions }) => sum + submissions, 0)).toBe(4);
    }
  }
});
