import { expect, test } from 'vitest';
import { calls } from '../../shared/bridge/bridge.ts';
import { readCallInput } from './call-input.ts';

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
