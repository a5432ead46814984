import { describe, expect, test } from 'vitest';
import type { Check } from '../../../shared/submissions/submission-state.ts';
import type { Verdict } from './evidence.ts';
import { checkedUntil, graceFor, recordsAccessAfter, Search, standardGrace } from './search.ts';

const start = Date.parse('2026-05-03T12:00:00Z');
const GRACE_MS = 120_000;
const MINUTE_MS = 60_000;
const today = 'today';
const absent: Verdict = { kind: 'absent', records: 3, caughtUp: true };
const notCaughtUp: Verdict = { ...absent, caughtUp: false };
const unknownHash: Verdict = { kind: 'open', why: 'hash-unknown' };

/** A search that began at steady time 0, with what a row would say of it. */
function openSearch() {
  const search = new Search(0, GRACE_MS, standardGrace.lateList);
  let told: Check = { kind: 'checking', until: checkedUntil(new Date(start).toISOString()) };
  let writes = 0;
  return {
    search,
    weigh: (verdict: Exclude<Verdict, { kind: 'found' }>, at: number, lateMs = 0) =>
      search.weigh(verdict, at, today, lateMs).gone,
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

describe('the search for a lost answer', () => {
  test('says by when the records have told, and asks the person only when they have not by then', () => {
    const { weigh, toldAt, writes } = openSearch();
    for (const at of [1_000, MINUTE_MS, 4 * MINUTE_MS]) {
      weigh(unknownHash, at);
      expect(toldAt(at)).toEqual(until(270_000));
    }
    expect(writes()).toBe(0);
    weigh(unknownHash, 271_000);
    expect(toldAt(271_000)).toEqual({ kind: 'cannot-tell', why: 'hash-unknown' });
    weigh(unknownHash, 400_000);
    toldAt(400_000);
    expect(writes()).toBe(1);
  });

  test('needs two looks that show it to be gone, with the grace period before and between them', () => {
    const { weigh } = openSearch();
    expect(weigh(absent, GRACE_MS - 1)).toBe(false);
    expect(weigh(absent, GRACE_MS)).toBe(false);
    expect(weigh(absent, 2 * GRACE_MS - 1)).toBe(false);
    expect(weigh(absent, 2 * GRACE_MS)).toBe(true);
  });

  test('is looked at again at once where the moment from which the records tell passed while they were read', () => {
    const { search, weigh } = openSearch();
    const early = GRACE_MS - 1;
    weigh(absent, early);
    expect(search.nextLookMs(early, early)).toBe(1);
    expect(search.nextLookMs(GRACE_MS + 500, early)).toBe(0);
    weigh(absent, GRACE_MS);
    expect(search.nextLookMs(GRACE_MS + 600, GRACE_MS)).toBe(GRACE_MS - 600);
    expect(search.nextLookMs(2 * GRACE_MS + 600, GRACE_MS)).toBe(0);
  });

  test('begins anew with every look that leaves it open', () => {
    const { weigh } = openSearch();
    weigh(absent, GRACE_MS);
    weigh({ kind: 'open', why: 'list-incomplete' }, GRACE_MS + 1);
    expect(weigh(absent, 2 * GRACE_MS)).toBe(false);
    expect(weigh(absent, 3 * GRACE_MS)).toBe(true);
  });

  test('is far more patient with a list that shows nothing that came later, and asks meanwhile', () => {
    const { weigh, toldAt } = openSearch();
    weigh(notCaughtUp, 2 * GRACE_MS);
    expect(weigh(notCaughtUp, 14 * MINUTE_MS)).toBe(false);
    expect(toldAt(14 * MINUTE_MS)).toEqual({ kind: 'cannot-tell', why: 'list-incomplete' });
    expect(weigh(notCaughtUp, 15 * MINUTE_MS)).toBe(false);
    expect(toldAt(15 * MINUTE_MS).kind).toBe('checking');
    expect(weigh(notCaughtUp, 17 * MINUTE_MS)).toBe(true);
  });

  test('is as patient with a service that something before it did not wait for, and says until when', () => {
    const search = new Search(0, GRACE_MS, standardGrace.lateList, true);
    const gone = (at: number) => search.weigh({ ...absent, caughtUp: true }, at, today, 0).gone;
    expect(gone(4 * MINUTE_MS)).toBe(false);
    const told: Check = { kind: 'checking', until: checkedUntil(new Date(start).toISOString()) };
    const clock = { now: () => start, monotonic: () => 0 };
    expect(search.news(told, clock)).toEqual(until(15 * MINUTE_MS + GRACE_MS + 30_000));
    expect(gone(14 * MINUTE_MS)).toBe(false);
    expect(gone(15 * MINUTE_MS)).toBe(false);
    expect(gone(17 * MINUTE_MS)).toBe(true);
  });

  test('waits twice as long as the list was seen to be late', () => {
    const { weigh } = openSearch();
    const late = 10 * MINUTE_MS;
    expect(weigh(absent, 19 * MINUTE_MS, late)).toBe(false);
    expect(weigh(absent, 21 * MINUTE_MS, late)).toBe(false);
    expect(weigh(absent, 23 * MINUTE_MS, late)).toBe(true);
  });

  test('waits for a hash that comes with the block before it asks', () => {
    const { weigh, toldAt } = openSearch();
    const pending: Verdict = { kind: 'open', why: 'hash-missing' };
    weigh(pending, 5 * MINUTE_MS);
    expect(toldAt(5 * MINUTE_MS)).toEqual(until(10 * MINUTE_MS));
    weigh(pending, 10 * MINUTE_MS);
    expect(toldAt(10 * MINUTE_MS)).toEqual({ kind: 'cannot-tell', why: 'hash-missing' });
  });

  test('asks as soon as the hash is there and tells nothing, not when it would have been late', () => {
    const { weigh, toldAt } = openSearch();
    weigh({ kind: 'open', why: 'hash-missing' }, 5 * MINUTE_MS);
    weigh(unknownHash, 6 * MINUTE_MS);
    expect(toldAt(6 * MINUTE_MS)).toEqual({ kind: 'cannot-tell', why: 'hash-unknown' });
  });

  test('asks nobody while the service is out of reach', () => {
    const { search, toldAt, writes } = openSearch();
    for (let at = 0; at < 30 * MINUTE_MS; at += MINUTE_MS) {
      search.unread('out-of-reach', at);
      const told = toldAt(at);
      expect(told.kind === 'checking' && Date.parse(told.until) > start + at).toBe(true);
    }
    expect(writes()).toBeLessThan(15);
  });

  test('asks once it has been out of reach for half an hour, and takes that back when it is read after all', () => {
    const { search, weigh, toldAt } = openSearch();
    for (let at = 0; at <= 30 * MINUTE_MS; at += MINUTE_MS) search.unread('out-of-reach', at);
    expect(toldAt(30 * MINUTE_MS)).toEqual({ kind: 'cannot-tell', why: 'records-unreadable' });
    weigh(absent, 40 * MINUTE_MS);
    expect(toldAt(40 * MINUTE_MS).kind).toBe('checking');
    for (let at = 41 * MINUTE_MS; at < 71 * MINUTE_MS; at += MINUTE_MS) search.unread('out-of-reach', at);
    expect(toldAt(70 * MINUTE_MS).kind).toBe('checking');
    search.unread('out-of-reach', 71 * MINUTE_MS);
    expect(toldAt(71 * MINUTE_MS)).toEqual({ kind: 'cannot-tell', why: 'records-unreadable' });
  });

  test('does not take the time that the machine was asleep for time that the service was out of reach', () => {
    const { search, weigh, toldAt } = openSearch();
    weigh(absent, 1_000);
    search.unread('out-of-reach', 120 * MINUTE_MS);
    expect(toldAt(120 * MINUTE_MS).kind).toBe('checking');
    search.unread('out-of-reach', 150 * MINUTE_MS);
    expect(toldAt(150 * MINUTE_MS)).toEqual({ kind: 'cannot-tell', why: 'records-unreadable' });
  });

  test('does not put off the question beyond the time that a large file is given', () => {
    const graceMs = graceFor(standardGrace, 1, 2 * 1024 ** 3, false);
    const search = new Search(0, graceMs, standardGrace.lateList);
    for (const at of [0, 60 * MINUTE_MS]) search.unread('out-of-reach', at);
    expect(search.asksPerson).toBe(false);
    search.unread('out-of-reach', 2 * graceMs + MINUTE_MS);
    expect(search.asksPerson).toBe(true);
  });

  test('asks at once where there are no records, and in time where they are refused', () => {
    const without = openSearch();
    without.search.unread('none', 1_000);
    expect(without.toldAt(1_000)).toEqual({ kind: 'cannot-tell', why: 'no-records' });
    const refused = openSearch();
    refused.search.unread('unreadable', 1_000);
    expect(refused.toldAt(1_000).kind).toBe('checking');
    refused.search.unread('unreadable', 5 * MINUTE_MS);
    expect(refused.toldAt(5 * MINUTE_MS)).toEqual({ kind: 'cannot-tell', why: 'records-unreadable' });
  });

  test('takes its question back when the records tell after all', () => {
    const { weigh, toldAt } = openSearch();
    weigh(unknownHash, 5 * MINUTE_MS);
    expect(toldAt(5 * MINUTE_MS).kind).toBe('cannot-tell');
    weigh(absent, 6 * MINUTE_MS);
    expect(toldAt(6 * MINUTE_MS).kind).toBe('checking');
    expect(weigh(absent, 8 * MINUTE_MS)).toBe(true);
  });
});

test('an error says whether there are records, none that can be read, or none just now', () => {
  expect((['credential-missing', 'not-found'] as const).map(recordsAccessAfter)).toEqual(['none', 'none']);
  expect((['unauthorised', 'unreadable-answer', 'server-error'] as const).map(recordsAccessAfter)).toEqual(
    Array.from({ length: 3 }, () => 'unreadable'),
  );
  expect((['unreachable', 'unavailable', 'rate-limited'] as const).map(recordsAccessAfter)).toEqual(
    Array.from({ length: 3 }, () => 'out-of-reach'),
  );
});

test('what was lost more than once, or is large, is looked for longer', () => {
  expect(graceFor(standardGrace, 1, 0, false)).toBe(120_000);
  expect(graceFor(standardGrace, 3, 0, false)).toBe(360_000);
  expect(graceFor(standardGrace, 1, 1024 ** 3, false)).toBeGreaterThan(1_000_000);
  expect(graceFor(standardGrace, 1, 0, true)).toBe(3_000);
});
