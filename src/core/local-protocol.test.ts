import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalOf, fromJson, toJson } from './local-protocol.ts';

test('values and bytes survive the way through the socket', () => {
  const value = fc.jsonValue({ noUnicodeString: false }).filter((each) => !JSON.stringify(each).includes('base64'));
  fc.assert(
    fc.property(value, fc.uint8Array(), (each, bytes) => {
      expect(fromJson(toJson({ each, bytes }))).toEqual({ each: JSON.parse(JSON.stringify(each)), bytes });
    }),
  );
});

test('an approval is of one question only', () => {
  const question = {
    title: 'Remove?',
    text: 'It is gone then.',
    subject: 'Office',
    confirm: 'Remove',
    tone: 'warning',
  } as const;
  expect(approvalOf({ ...question, subject: 'Other' })).not.toBe(approvalOf(question));
});
