import { expect, test } from 'vitest';
import { callInputs } from '../api.ts';

/** Objects whose every member is the value: they get further into a schema than a bare value does. */
const members = ['id', 'ids', 'accountId', 'draftId', 'tokenAddress', 'amount', 'chainId', 'filter', 'text', 'address'];

test('no input makes a schema throw', () => {
  for (const [name, schema] of Object.entries(callInputs)) {
    for (const value of ['abc', '', '-1', '1e9', 'x'.repeat(100), {}, [], null, Number.NaN, Symbol.iterator]) {
      const input = Object.fromEntries(members.map((member) => [member, value]));
      expect(() => schema.safeParse(input), name).not.toThrow();
      expect(() => schema.safeParse(value), name).not.toThrow();
    }
  }
});
