import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerBody, type Call } from './routes.ts';

const calls = new Map<string, Call>([['known', (params) => ({ kind: 'value', value: params.length })]]);

const request = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0', 2),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.jsonValue()),
    method: fc.oneof(fc.constantFrom('known', 'unknown', '__proto__'), fc.jsonValue()),
    params: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

test('whatever is asked, the answer is JSON-RPC or nothing at all', async () => {
  const bodies = fc.oneof(
    fc.string(),
    fc.json(),
    request.map((one) => JSON.stringify(one)),
    fc.array(fc.oneof(request, fc.jsonValue())).map((batch) => JSON.stringify(batch)),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const text = (await Array.fromAsync(answerBody(body, calls))).join('');
      if (text === '') return;
      const answer: unknown = JSON.parse(text);
      const answers = Array.isArray(answer) ? answer : [answer];
      expect(answers.length).toBeGreaterThan(0);
      for (const one of answers) {
        expect(one).toMatchObject({ jsonrpc: '2.0' });
        expect('result' in one).not.toBe('error' in one);
        expect(one).toHaveProperty('id');
      }
    }),
  );
});
