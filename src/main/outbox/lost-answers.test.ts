import { expect, test } from 'vitest';
import type { SubmissionRecord } from '../../shared/records.ts';
import { at, hash, openLostAnswers, type Row, record, unsettled } from './lost-answers.fixture.ts';

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

/** What comes of a file that the service refused, once its records are looked at before it is sent again. */
async function lookedFor(stranger: Partial<SubmissionRecord>, first: Row = sample): Promise<string> {
  const refused = { state: { kind: 'waiting' }, outcome: 'refused' };
  const { look, lostAnswers } = openLostAnswers([first, refused]);
  const records = [sampleRecord, record('stranger', { dataHash: unknown, ...stranger })];
  return lostAnswers.lookedFor(2, await look(records, minute), 'by-app');
}

test('a refused file is uncertain where a record about as old as its attempt may be it', async () => {
  expect(await lookedFor({})).toBe('uncertain');
  expect(await lookedFor({ dataHash: null, phase: 'pending' })).toBe('uncertain');
  expect(await lookedFor({ createdAt: later(5 * minute) })).toBe('uncertain');
  expect(await lookedFor({ createdAt: null })).toBe('uncertain');
});

test('another program’s records from long before or after leave it as it is', async () => {
  expect(await lookedFor({ createdAt: later(-day) })).toBe('clear');
  expect(await lookedFor({ createdAt: later(day) })).toBe('clear');
  expect(await lookedFor({ createdAt: later(-day), dataHash: null })).toBe('clear');
});

test('unless they have the very bytes, or nothing is known of the service’s clock', async () => {
  expect(await lookedFor({ createdAt: later(-day), dataHash: hash('b', 1) })).toBe('uncertain');
  const rejected: Row = { state: { kind: 'rejected', reason: { code: 'x', message: 'x' } }, outcome: 'refused' };
  expect(await lookedFor({ createdAt: later(-day) }, rejected)).toBe('uncertain');
});

test('what was seen of one loss says nothing of the next', async () => {
  const { book, lostAnswers, settle } = openLostAnswers([sample, { state: unsettled, outcome: 'unknown' }]);
  const reason = { code: 'x', message: 'x' };
  // Not shown once; then a person says that it did not go through, and its second answer is lost.
  expect(await settle([sampleRecord], 16 * minute)).toBe(0);
  book.apply(2, { type: 'not-accepted' });
  book.apply(2, { type: 'send', attempt: 2 }, { attempts: 2 });
  const lostAgain = book.apply(2, { type: 'lose-answer', since: later(20 * minute), until: at, reason });
  if (lostAgain === null) throw new Error('An answer can be lost while a file is sent.');
  lostAnswers.begin(lostAgain, false);
  expect(await settle([sampleRecord], 21 * minute)).toBe(0);
  expect(await settle([sampleRecord], 40 * minute)).toBe(0);
  expect(await settle([sampleRecord], 45 * minute)).toBe(1);
});

/** Minutes after which a file that the list never shows is held to be gone, of those asked about. */
async function goneAfter(code: string, minutes: readonly number[]): Promise<number | undefined> {
  // What came after it is listed.
  const { settle } = openLostAnswers([
    { state: { ...unsettled, reason: { code, message: 'x' } }, outcome: 'unknown' },
    sample,
  ]);
  const records = [record('sample', { dataHash: hash('b', 1) })];
  for (const after of minutes) if ((await settle(records, after * minute)) === 1) return after;
  return undefined;
}

test('a service that a gateway did not wait for is given as long as a list that may be late', async () => {
  expect(await goneAfter('unreachable', [3, 6, 16, 19])).toBe(6);
  expect(await goneAfter('server-error', [3, 6, 16, 19])).toBe(6);
  expect(await goneAfter('unavailable', [3, 6, 16, 19])).toBe(19);
});

test('what a person wants of a file while its records are looked through is kept when they leave it uncertain', async () => {
  const refused = { state: { kind: 'waiting' }, outcome: 'refused' };
  const { book, look, lostAnswers } = openLostAnswers([refused]);
  const looked = lostAnswers.lookedFor(1, await look([record('stranger', {})], minute), 'by-app');
  book.apply(1, { type: 'cancel' });
  expect(await looked).toBe('uncertain');
  expect(book.get(1)).toMatchObject({ state: { kind: 'unsettled' }, wish: 'cancel' });
});

test('tries that were refused or never left do not make the search for the one that was lost longer', async () => {
  const { book, lostAnswers } = openLostAnswers([sample, { state: unsettled, outcome: 'unknown' }]);
  const lost = book.patch(2, { attempts: 500 });
  if (lost === null) throw new Error('The second row is there.');
  lostAnswers.begin(lost, false);
  const { state } = book.get(2) ?? lost;
  if (state.kind !== 'unsettled' || state.check.kind !== 'checking') throw new Error('It is being looked for.');
  expect(Date.parse(state.check.until) - Date.parse(at)).toBeLessThan(5 * minute);
});
