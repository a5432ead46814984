import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptOf, day, factsOf, heldOf, recordOf, savedOf } from './time-line.fixture.ts';
import { type TimeLineFacts, timeLine } from './time-line.ts';

const kindsOf = (changes: Partial<TimeLineFacts>) => timeLine(factsOf(changes)).map(({ kind }) => kind);
const cost = { amount: '2365', token: 'credits', decimals: 0 };

test('everything that is known is there, in the order of its time', () => {
  const entries = timeLine(
    factsOf({
      addedAt: day('10:00'),
      attempts: [attemptOf(1, 'unknown', '10:01')],
      settlement: { kind: 'went-through', at: day('10:06'), submissionId: 'b7e1', check: 'confirmed' },
      record: recordOf({ extra: { block_number: '12', retry_count: '2' } }),
      confirmedAt: day('10:05'),
      cost,
      network: heldOf(),
      downloads: [savedOf('10:09')],
    }),
  );
  expect(entries.map(({ kind, at }) => [kind, at])).toEqual([
    ['added', day('10:00')],
    ['attempt', day('10:01')],
    ['registered', day('10:02')],
    ['in-block', day('10:04')],
    ['settled', day('10:06')],
    ['delayed', null],
    ['paid', null],
    ['on-network', day('10:07')],
    ['downloaded', day('10:09')],
  ]);
});

test('a file whose time is only that of its record has no entry of its addition', () => {
  const record = recordOf();
  expect(kindsOf({ record, addedAt: record.createdAt })).toEqual(['registered', 'in-block']);
});

test('facts that are missing leave no entry', () => {
  expect(timeLine(factsOf({}))).toEqual([]);
});

test('a submission of another program has the service’s entries only', () => {
  expect(kindsOf({ record: recordOf(), cost })).toEqual(['registered', 'in-block', 'paid']);
});

test('a submission that is not settled yet has no settlement', () => {
  expect(kindsOf({ settlement: { kind: 'open', why: 'no-records' } })).toEqual([]);
});

test('a record with whole seconds follows the attempt of the same second', () => {
  const attempt = { ...attemptOf(1, 'accepted', '10:02'), startedAt: '2026-11-12T10:02:00.900Z' };
  expect(kindsOf({ attempts: [attempt], record: recordOf({ phase: 'pending' }) })).toEqual(['attempt', 'registered']);
});

test('an attempt shows its id only if the submission has another one now', () => {
  const attempts = [1, 2].map((number) => ({ ...attemptOf(number, 'accepted', '10:01'), detail: `b7e${number}` }));
  const entries = timeLine(factsOf({ attempts, record: recordOf({ id: 'b7e2' }) }));
  expect(entries.slice(0, 2)).toMatchObject([{ otherId: 'b7e1' }, { otherId: null }]);
});

test('the time of a delay is that of the last try', () => {
  const extra = { retry_count: '3', updated_at: '"2026-11-12T10:20:30.5"' };
  const record = recordOf({ phase: 'failed', error: 'TIMEOUT', extra });
  expect(timeLine(factsOf({ record }))[1]).toEqual({
    ...{ kind: 'delayed', at: '2026-11-12T10:20:30.500Z', reason: 'TIMEOUT', retries: 3, isOver: false },
  });
});

test('a record of the contract says that it is delayed, without a count or a time', () => {
  const record = recordOf({ phase: 'failed', error: 'TIMEOUT' });
  expect(timeLine(factsOf({ record }))[1]).toMatchObject({ kind: 'delayed', at: null, retries: 0 });
});

test('the block’s own time comes before the time when Dropslip saw it', () => {
  const facts = factsOf({ record: recordOf(), confirmedAt: day('10:05') });
  const blockIn = (changes: Partial<TimeLineFacts>) =>
    timeLine({ ...facts, ...changes }).find(({ kind }) => kind === 'in-block');
  expect(blockIn({})).toMatchObject({ at: day('10:05'), by: 'seen', block: `0x${'ab'.repeat(32)}` });
  expect(blockIn({ network: heldOf() })).toMatchObject({ at: day('10:04'), by: 'network', block: '12' });
});

test('a check of another block than the recorded one does not count', () => {
  const record = recordOf({ blockHash: `0x${'cd'.repeat(32)}` });
  expect(kindsOf({ record, network: heldOf() })).toEqual(['registered', 'in-block']);
});

test.each<[string, string | undefined, object | null]>([
  ['main balance and app', walletOf(1_024, 1_341), { main: '1024', app: '1341' }],
  ['app alone', walletOf(0, 2_365), { main: '0', app: '2365' }],
  ['amounts that are not the cost', walletOf(1, 2), null],
  ['a negative amount', `[${Array.from({ length: 32 }, () => 255)}]`, null],
  ['too few numbers', '[9,61]', null],
  ['text', '"main"', null],
  ['nothing', undefined, null],
])('the purse is read from %s', (_, wallet, purses) => {
  const record = recordOf({ extra: wallet === undefined ? {} : { wallet } });
  expect(timeLine(factsOf({ record, cost })).at(-1)).toMatchObject({ kind: 'paid', purses });
});

function walletOf(...halves: readonly number[]): string {
  const bytes = halves.flatMap((half) => [...Array.from({ length: 14 }, () => 0), half >> 8, half & 0xff]);
  return `[${bytes}]`;
}

test('any stored facts give a sorted time line', () => {
  const text = fc.oneof(
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  const attempt = fc.record({ startedAt: text, number: fc.nat() }).map((changes) => ({
    ...attemptOf(1, 'unknown', '10:00'),
    ...changes,
  }));
  const field = fc.oneof(fc.string(), fc.json(), fc.constant(walletOf(1_024, 1_341)));
  const extra = fc.record(
    { retry_count: field, updated_at: field, block_number: field, wallet: field },
    { requiredKeys: [] },
  );
  const record = fc.record({
    phase: fc.constantFrom('pending' as const, 'in-block' as const, 'failed' as const),
    createdAt: fc.option(text),
    error: fc.option(fc.string()),
    extra,
  });
  const facts = fc.record({
    addedAt: fc.option(text),
    attempts: fc.array(attempt),
    settlement: fc.option(text.map((at) => ({ kind: 'did-not' as const, at }))),
    record: fc.option(record.map(recordOf)),
    confirmedAt: fc.option(text),
    cost: fc.option(fc.string().map((amount) => ({ ...cost, amount }))),
    network: fc.constantFrom(null, heldOf()),
    downloads: fc.array(text.map((at) => ({ ...savedOf('10:00'), at }))),
  });
  fc.assert(
    fc.property(facts, (stored) => {
      const times = timeLine(stored).flatMap(({ at }) => (at === null ? [] : [Math.floor(Date.parse(at) / 1_000)]));
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }),
  );
});
