import { describe, expect, test } from 'vitest';
import type { Check } from '../../../shared/submissions/submission-state.ts';
import type { Verdict } from './evidence.ts';
import { recordsAccessAfter, Search, standardGrace } from './search.ts';

const start = Date.parse('2026-05-03T12:00:00Z');
const MINUTE_MS = 60_000;
const GRACE_MS = 2 * MINUTE_MS;
const today = 'today';
type Unfound = Exclude<Verdict, { kind: 'found' }>;
const absent: Unfound = { kind: 'absent' };
const notInRange: Unfound = { kind: 'not-in-range' };
const unknownHash: Unfound = { kind: 'open', why: 'hash-unknown' };
const pending: Unfound = { kind: 'open', why: 'hash-missing' };

/** A search that began at steady time 0, with what a row would say of it. */
function openSearch({ isTrusted = true, earlier = false, size = 0 } = {}) {
  const search = new Search(0, standardGrace, size, isTrusted, earlier);
  let told = until(330_000);
  let writes = 0;
  return {
    search,
    isGone: (verdict: Unfound, at: number) => search.weigh(verdict, at, today) !== null,
    toldAt(at: number): Check {
      const news = search.news(told, { now: () => start + at, monotonic: () => at });
      if (news !== null) writes += 1;
      told = news ?? told;
      return told;
    },
    writes: () => writes,
  };
}

const until = (ms: number): Check => ({ kind: 'checking', until: new Date(start + ms).toISOString() });
const cannotTell = (why: Extract<Check, { kind: 'cannot-tell' }>['why']): Check => ({ kind: 'cannot-tell', why });

describe('the search for a lost answer', () => {
  test('shows its end, and asks the user only then', () => {
    const { isGone, toldAt, writes } = openSearch();
    for (const at of [1_000, MINUTE_MS, 5 * MINUTE_MS]) {
      isGone(unknownHash, at);
      expect(toldAt(at)).toEqual(until(330_000));
    }
    expect(writes()).toBe(0);
    isGone(unknownHash, 331_000);
    expect(toldAt(331_000)).toEqual(cannotTell('hash-unknown'));
    isGone(unknownHash, 400_000);
    toldAt(400_000);
    expect(writes()).toBe(1);
  });

  test('needs two looks that find nothing, with the grace period before and between them', () => {
    const { isGone } = openSearch();
    expect(isGone(absent, GRACE_MS - 1)).toBe(false);
    expect(isGone(absent, GRACE_MS)).toBe(false);
    expect(isGone(absent, 2 * GRACE_MS - 1)).toBe(false);
    expect(isGone(absent, 2 * GRACE_MS)).toBe(true);
  });

  test('needs a whole list only once the list may count as one of those looks', () => {
    const { search, isGone } = openSearch();
    expect(search.isListDue(GRACE_MS - 1)).toBe(false);
    expect(search.isListDue(GRACE_MS)).toBe(true);
    isGone(absent, GRACE_MS);
    expect(search.isListDue(2 * GRACE_MS - 1)).toBe(false);
    expect(search.isListDue(2 * GRACE_MS)).toBe(true);
  });

  test('counts no time range as one of those looks, and asks the user nothing after it', () => {
    const { isGone, toldAt } = openSearch();
    isGone(absent, GRACE_MS);
    expect(isGone(notInRange, 2 * GRACE_MS)).toBe(false);
    expect(toldAt(2 * GRACE_MS).kind).toBe('checking');
    expect(isGone(absent, 2 * GRACE_MS)).toBe(true);
  });

  test.each([pending, unknownHash])('waits for the end of a record that others have just made: %o', (ofOthers) => {
    const { isGone, toldAt } = openSearch({ isTrusted: false });
    isGone(absent, 15 * MINUTE_MS);
    isGone(ofOthers, 16 * MINUTE_MS);
    expect(toldAt(16 * MINUTE_MS).kind).toBe('checking');
    expect(isGone(absent, 17 * MINUTE_MS)).toBe(true);
  });

  test('starts again with a list that is incomplete', () => {
    const { isGone } = openSearch();
    isGone(absent, GRACE_MS);
    isGone({ kind: 'open', why: 'list-incomplete' }, GRACE_MS + 1);
    expect(isGone(absent, 2 * GRACE_MS)).toBe(false);
    expect(isGone(absent, 3 * GRACE_MS)).toBe(true);
  });

  test('waits for a list that may be late unless the service is trusted, and says so', () => {
    const { isGone, toldAt } = openSearch({ isTrusted: false });
    expect(isGone(absent, 2 * GRACE_MS)).toBe(false);
    expect(toldAt(2 * GRACE_MS)).toEqual(until(15 * MINUTE_MS + GRACE_MS + 90_000));
    expect(isGone(absent, 14 * MINUTE_MS)).toBe(false);
    expect(isGone(absent, 15 * MINUTE_MS)).toBe(false);
    expect(isGone(absent, 17 * MINUTE_MS)).toBe(true);
  });

  test('is short for an answer that an earlier run lost only if the service is trusted', () => {
    const trusted = openSearch({ earlier: true });
    expect(trusted.isGone(absent, 3_000)).toBe(false);
    expect(trusted.isGone(absent, 6_000)).toBe(true);
    const other = openSearch({ earlier: true, isTrusted: false });
    expect(other.isGone(absent, 3_000)).toBe(false);
    expect(other.isGone(absent, 6_000)).toBe(false);
  });

  test('is longer for a large file', () => {
    const { isGone } = openSearch({ size: 1024 ** 3 });
    expect(isGone(absent, 15 * MINUTE_MS)).toBe(false);
    expect(isGone(absent, 31 * MINUTE_MS)).toBe(false);
    expect(isGone(absent, 51 * MINUTE_MS)).toBe(true);
  });

  test('waits for a hash that comes with the block before it asks', () => {
    const { isGone, toldAt } = openSearch();
    isGone(pending, MINUTE_MS);
    expect(toldAt(MINUTE_MS)).toEqual(until(11 * MINUTE_MS));
    isGone(pending, 11 * MINUTE_MS);
    expect(toldAt(11 * MINUTE_MS)).toEqual(cannotTell('hash-missing'));
  });

  test('asks as soon as the hash is known and settles nothing', () => {
    const { isGone, toldAt } = openSearch();
    isGone(pending, MINUTE_MS);
    isGone(unknownHash, 6 * MINUTE_MS);
    expect(toldAt(6 * MINUTE_MS)).toEqual(cannotTell('hash-unknown'));
  });

  test('asks once the records were out of reach for half an hour, and goes on when they are read', () => {
    const { search, isGone, toldAt, writes } = openSearch();
    for (let at = 0; at < 30 * MINUTE_MS; at += MINUTE_MS) {
      search.unread('out-of-reach', at);
      expect(toldAt(at)).toEqual(until(30 * MINUTE_MS));
    }
    expect(writes()).toBe(1);
    search.unread('out-of-reach', 30 * MINUTE_MS);
    expect(toldAt(30 * MINUTE_MS)).toEqual(cannotTell('records-unreadable'));
    isGone(absent, 40 * MINUTE_MS);
    expect(toldAt(40 * MINUTE_MS).kind).toBe('checking');
    expect(isGone(absent, 42 * MINUTE_MS)).toBe(true);
  });

  test('asks at once if there are no records, and at its end if they are refused', () => {
    const without = openSearch();
    without.search.unread('none', 1_000);
    expect(without.toldAt(1_000)).toEqual(cannotTell('no-records'));
    const refused = openSearch();
    refused.search.unread('unreadable', 1_000);
    expect(refused.toldAt(1_000).kind).toBe('checking');
    refused.search.unread('unreadable', 6 * MINUTE_MS);
    expect(refused.toldAt(6 * MINUTE_MS)).toEqual(cannotTell('records-unreadable'));
  });

  test('withdraws its question if the records settle the file', () => {
    const { isGone, toldAt } = openSearch();
    isGone(unknownHash, MINUTE_MS);
    isGone(unknownHash, 6 * MINUTE_MS);
    expect(toldAt(6 * MINUTE_MS).kind).toBe('cannot-tell');
    isGone(absent, 7 * MINUTE_MS);
    expect(toldAt(7 * MINUTE_MS).kind).toBe('checking');
    expect(isGone(absent, 9 * MINUTE_MS)).toBe(true);
  });
});

test('an error means no records, unreadable records, or records that are out of reach', () => {
  expect((['credential-missing', 'not-offered'] as const).map(recordsAccessAfter)).toEqual(['none', 'none']);
  expect((['unauthorised', 'unreadable-answer', 'server-error'] as const).map(recordsAccessAfter)).toEqual(
    Array.from({ length: 3 }, () => 'unreadable'),
  );
  expect((['unreachable', 'unavailable', 'rate-limited'] as const).map(recordsAccessAfter)).toEqual(
    Array.from({ length: 3 }, () => 'out-of-reach'),
  );
});
