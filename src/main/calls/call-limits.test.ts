import { expect, test } from 'vitest';
import { calls as bridge, calls } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import { CallsAtOnce, readCallInput } from './call-limits.ts';

/** An object that can be no number, as structured cloning brings it from a page. */
const odd = structuredClone({ length: { valueOf: null, toString: null } });

test.each(Object.entries(calls))('%s refuses what throws when it is compared', (_name, { input: schema }) => {
  const members: unknown = Reflect.get(schema, 'shape');
  const names =
    typeof members === 'object' && members !== null ? Object.keys(members) : ['checkId', 'submissionId', 'paths'];
  for (const input of [odd, ...names.map((name) => ({ [name]: odd }))]) {
    expect(readCallInput(schema, input)).toBeNull();
  }
});

test('what a schema lets in is handed on', () => {
  expect(readCallInput(calls['submissions.pause'].input, { ids: [1, 2] })).toEqual({ value: { ids: [1, 2] } });
});

test.each([
  ['lookup.kept', 64],
  ['receipts.json', 2],
  ['submissions.moveToFront', 8],
] as const)(
  'of %s at most %i are answered at once; the others are told so, and later ones are answered',
  async (name, most) => {
    const calls = new CallsAtOnce();
    const held = Promise.withResolvers<void>();
    let begun = 0;
    const ask = () =>
      calls.answer(name, bridge[name].atOnce, async () => {
        begun += 1;
        await held.promise;
        return success(null);
      });
    const answers = Array.from({ length: 1_000 }, ask);
    expect(begun).toBe(most);
    held.resolve();
    const kinds = (await Promise.all(answers)).map((answer) => (answer.ok ? 'answered' : answer.error.code));
    expect(kinds.filter((kind) => kind === 'answered')).toHaveLength(most);
    expect(new Set(kinds.slice(most))).toEqual(new Set(['busy']));
    expect((await ask()).ok).toBe(true);
  },
);

test('calls of one name do not take the places of another, and one that fails gives its own back', async () => {
  const calls = new CallsAtOnce();
  const held = Promise.withResolvers<void>();
  for (let count = 0; count < 64; count += 1) {
    void calls.answer('lookup.kept', 64, async () => {
      await held.promise;
      return success(null);
    });
  }
  for (let count = 0; count < 100; count += 1) {
    await expect(calls.answer('lookup.search', 64, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  }
  held.resolve();
});
