import { expect, test } from 'vitest';
import { indexRecord } from '../query/indexed-record.ts';
import { TokenNames } from '../query/tokens.ts';
import { recordOf } from '../records.fixture.ts';
import { jsonRecord } from './json-record.ts';

test('what the contract does not name is exported as it came, lists and objects and every digit', () => {
  const extra = {
    block_number: '12345678901234567890',
    tags: '["a",{"n":0.10000000000000000001}]',
    nested: '{"deep":{"er":null}}',
    fees: '{"unexpected":true}',
    __proto__name: '"x"',
  };
  const text = jsonRecord(indexRecord(recordOf('a', { extra }), null, 0), new TokenNames([]));
  for (const [name, json] of Object.entries(extra)) expect(text).toContain(`${JSON.stringify(name)}:${json}`);
  expect(JSON.parse(text)).toMatchObject({ id: 'a', dropslip: { state: 'pending' }, fees: { unexpected: true } });
  expect(text.match(/"fees"/g)).toHaveLength(1);
});
