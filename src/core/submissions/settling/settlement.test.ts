import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { at, hash, openSettlement, type Row, record, unsettled } from './settlement.fixture.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const later = (ms: number): string => new Date(Date.parse(at) + ms).toISOString();

const sample: Row = {
  state: { kind: 'confirmed', submissionId: 'sample', at },
  submissionId: 'sample',
  outcome: 'accepted',
};
const sampleRecord = record('sample', { dataHash: hash('b', 0) });
/** Of bytes that nobody here knows. */
const unknown = hash('e', 1);

/**
 * What comes of a file that the service refused, once its records are looked at before it is sent again; the other
 * program's record may have been kept before it was sent.
 */
async function lookedFor(stranger: Partial<SubmissionRecord>, isKept = false): Promise<string> {
  const { look, settlement, send, lose, cache, records } = openSettlement([
    sample,
    { state: { kind: 'waiting' }, outcome: 'not-sent' },
  ]);
  const other = record('stranger', { dataHash: unknown, ...stranger });
  if (isKept) await records.put('a', [other]);
  await send(2);
  await records.put('a', [sampleRecord, other]);
  await lose(2);
  cache.apply(2, { type: 'not-accepted' });
  return settlement.checkBeforeResend(2, await look([sampleRecord, other], minute), 'by-app');
}

const times = [at, later(5 * minute), later(-day), later(day), '1970-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'];

test.each([...times, null])(
  'a file to be resent is uncertain if an unread record may be its own: %s',
  async (createdAt) => {
    expect(await lookedFor({ createdAt })).toBe('uncertain');
    expect(await lookedFor({ createdAt, dataHash: null, phase: 'pending' })).toBe('uncertain');
  },
);

test.each(times)('another program’s records that were kept before the attempt do not matter: %s', async (createdAt) => {
  expect(await lookedFor({ createdAt }, true)).toBe('clear');
  expect(await lookedFor({ createdAt, dataHash: null }, true)).toBe('clear');
});

test('unless they have its bytes, or no time that identifies them', async () => {
  expect(await lookedFor({ dataHash: hash('b', 1) }, true)).toBe('uncertain');
  expect(await lookedFor({ createdAt: null }, true)).toBe('uncertain');
});

test('a record whose date the service changed counts as another one', async () => {
  const { records } = openSettlement([sample]);
  const kept = record('x', { createdAt: at });
  await records.put('a', [kept]);
  const again = record('x', { createdAt: later(day) });
  expect(await records.seen('a', [again])).toEqual(new Map());
  expect(await records.seen('a', [kept])).toEqual(new Map([[kept, 2]]));
});

test('the search for one lost answer does not count for the next', async () => {
  const { cache, settlement, settle } = openSettlement([sample, { state: unsettled, outcome: 'unknown' }]);
  const reason = { code: 'internal' } as const;
  // Not shown once; then a person says that it did not go through, and its second answer is lost.
  expect(await settle([sampleRecord], 16 * minute)).toBe(0);
  cache.apply(2, { type: 'not-accepted' });
  cache.apply(2, { type: 'send', attempt: 2 }, { attempts: 2 });
  const lostAgain = cache.apply(2, { type: 'lose-answer', since: later(20 * minute), until: at, reason });
  if (lostAgain === null) throw new Error('An answer can be lost while a file is sent.');
  settlement.begin(lostAgain, false);
  expect(await settle([sampleRecord], 21 * minute)).toBe(0);
  expect(await settle([sampleRecord], 40 * minute)).toBe(0);
  expect(await settle([sampleRecord], 45 * minute)).toBe(1);
});

test('the user’s wish during a search is kept if the file becomes uncertain', async () => {
  const refused = { state: { kind: 'waiting' }, outcome: 'refused' };
  const { cache, look, settlement } = openSettlement([refused]);
  const looked = settlement.checkBeforeResend(1, await look([record('stranger', {})], minute), 'by-app');
  cache.apply(1, { type: 'cancel' });
  expect(await looked).toBe('uncertain');
  expect(cache.get(1)).toMatchObject({ state: { kind: 'unsettled' }, wish: 'cancel' });
});
