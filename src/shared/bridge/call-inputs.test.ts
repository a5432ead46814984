import { expect, test } from 'vitest';
import { noKeys } from '../lookup-keys.ts';
import { calls } from './bridge.ts';

/** Objects whose every member is the value: they get further into a schema than a bare value does. */
const members = ['id', 'ids', 'accountId', 'draftId', 'tokenAddress', 'amount', 'chainId', 'filter', 'text', 'address'];

test('no input makes a schema throw', () => {
  for (const [name, { input: schema }] of Object.entries(calls)) {
    for (const value of ['abc', '', '-1', '1e9', 'x'.repeat(100), {}, [], null, Number.NaN, Symbol.iterator]) {
      const input = Object.fromEntries(members.map((member) => [member, value]));
      expect(() => schema.safeParse(input), name).not.toThrow();
      expect(() => schema.safeParse(value), name).not.toThrow();
    }
  }
});

test('what a call names several times it names once, and the order stays', () => {
  const [id, other] = ['0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab01', '0c8a4e6e-6f0e-4f39-9f53-1f7a37c3ab02'];
  for (const name of [
    'submissions.cancel',
    'submissions.pause',
    'submissions.retry',
    'submissions.remove',
    'submissions.moveToFront',
  ] as const) {
    expect(calls[name].input.parse({ ids: [2, 1, 2, 2, 1] }), name).toEqual({ ids: [2, 1] });
  }
  expect(calls['submissions.resume'].input.parse({ ids: [2, 1, 2], why: 'duplicate' })).toMatchObject({ ids: [2, 1] });
  expect(calls['receipts.json'].input.parse({ submissionIds: [other, id, other] })).toEqual({
    submissionIds: [other, id],
  });
  const drop = { paths: ['/b', '/a', '/b'], isPrivate: false };
  expect(calls['drops.weigh'].input.parse(drop)).toEqual({ paths: ['/b', '/a'], isPrivate: false });
  const questions = ['1', '2', '1'].map((key) => ({ key, keys: { ...noKeys, hex: 'abcd' } }));
  const list = calls['lookup.startList'].input.parse({ listId: 'a', accountId: 'a', questions });
  expect(list.questions.map(({ key }) => key)).toEqual(['1', '2']);
  const many = Array.from({ length: 10_001 }, (_, line) => ({ key: `${line}`, keys: { ...noKeys, name: `${line}` } }));
  const parsed = calls['lookup.startList'].input.safeParse({ listId: 'a', accountId: 'a', questions: many });
  expect(parsed.success).toBe(false);
});
