import { expect, test } from 'vitest';
import { otherAccountIn } from './lookup-state.ts';

const account = (id: string, name: string) => ({ id, name });

test('an account is named where it is another than the one in use, and one that is gone is not', () => {
  const accounts = [account('a', 'Practice'), account('b', 'Work')];
  const state = { activeAccountId: 'a', accounts };
  expect(['a', 'b', 'gone'].map((id) => otherAccountIn(state, id))).toEqual([null, 'Work', null]);
});
