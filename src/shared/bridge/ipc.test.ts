import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { noKeys } from '../lookup-keys.ts';
import { calls } from './bridge.ts';
import { listOf } from './call.ts';
import { isOfCallSize } from './ipc.ts';

const id = '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01';

test('a call may hold 100,000 files, 10,000 receipts or a list of 10,000 lines', () => {
  const ids = Array.from({ length: 100_000 }, (_, number) => number + 1);
  const submissionIds = Array.from({ length: 10_000 }, (_, number) => `${id}-${number}`);
  const questions = Array.from({ length: 10_000 }, (_, number) => ({ key: `${number}`, keys: { ...noKeys, id } }));
  for (const [name, input] of [
    ['submissions.cancel', { ids }],
    ['receipts.json', { submissionIds }],
    ['lookup.startList', { listId: 'a', accountId: 'a', questions }],
  ] as const) {
    expect(isOfCallSize(input), name).toBe(true);
    expect(calls[name].input.safeParse(input), name).toMatchObject({ success: true });
  }
});

test('what no call needs is of no size for one', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  const long = 'x'.repeat(1024 * 1024);
  for (const input of [
    { ids: Array.from({ length: 200_001 }, () => 1) },
    Object.fromEntries(Array.from({ length: 101 }, (_, number) => [`${number}`, 1])),
    { filter: Object.fromEntries(Array.from({ length: 101 }, (_, number) => [`${number}`, 1])) },
    nested(10),
    { texts: Array.from({ length: 33 }, () => long) },
    { bytes: new Uint8Array(1) },
    { ids: Array.from({ length: 150_000 }, () => Array.from({ length: 10 }, () => 1)) },
  ]) {
    expect(isOfCallSize(input)).toBe(false);
  }
});

test('what is neither text, number, list nor plain object is of no size: what is in it would not be counted', () => {
  const long = 'x'.repeat(1_000);
  for (const input of [
    new Error(long),
    { error: new TypeError(long) },
    12n,
    { id: 12n },
    /x+/,
    new Date(0),
    new Map([['a', 1]]),
    new Set([1]),
    new ArrayBuffer(1),
    Symbol.iterator,
    () => 1,
    Object.assign([1, 2], { more: long }),
    { ids: Object.assign([1, 2], { more: 12n }) },
    new Array(3),
    Object.create({ text: long }),
  ]) {
    expect(isOfCallSize(input)).toBe(false);
  }
  for (const input of [undefined, null, 1, 'a', true, {}, [], { ids: [1], more: null }, Object.create(null)]) {
    expect(isOfCallSize(input)).toBe(true);
  }
});

test('what other realms made is looked at by what it is: the preload gets its values from the page', () => {
  const made = (source: string): unknown => runInNewContext(source);
  for (const source of ['({ ids: [1, 2] })', '[{ key: "a" }]', '({ a: null })']) {
    expect(isOfCallSize(made(source)), source).toBe(true);
  }
  for (const source of ['new Error("x")', '({ a: /x/ })', 'new Date(0)', 'new Map()', '10n', 'new Uint8Array(1)']) {
    expect(isOfCallSize(made(source)), source).toBe(false);
  }
});

test('a list is refused at its first wrong element, and one that is too long without a look at any', () => {
  let looked = 0;
  const element = z.unknown().refine(() => {
    looked += 1;
    return false;
  });
  const list = listOf(element, 100);
  expect(list.safeParse(Array.from({ length: 100 }, () => 'x')).error?.issues).toHaveLength(1);
  expect(looked).toBe(1);
  expect(list.safeParse(Array.from({ length: 101 }, () => 'x')).success).toBe(false);
  expect(looked).toBe(1);
  expect(list.safeParse('abc').success).toBe(false);
  expect(list.safeParse([]).success).toBe(false);
});

test('of no call are many wrong elements gone through, nor is a text taken that is longer than any id or look-up', () => {
  const wrong = Array.from({ length: 200_000 }, () => 'x');
  for (const [name, input] of [
    ['submissions.cancel', { ids: wrong }],
    ['lookup.startList', { listId: 'a', accountId: 'a', questions: wrong }],
    ['receipts.json', { submissionIds: wrong }],
  ] as const) {
    expect(calls[name].input.safeParse(input).error?.issues, name).toHaveLength(1);
  }
  const remember = (length: number) =>
    calls['lookup.remember'].input.safeParse({ accountId: 'a', text: 'x'.repeat(length) }).success;
  expect([remember(1_000), remember(1_001)]).toEqual([true, false]);
  const blanks = ' '.repeat(100_000);
  expect(calls['lookup.cancelAsk'].input.safeParse({ submissionId: `${blanks}a` }).success).toBe(false);
});
