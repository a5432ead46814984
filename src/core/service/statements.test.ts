import { expect, test } from 'vitest';
import { parseReceipt } from './answers.ts';

const id = 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11';
const beside = { submission_id: id };

test.each<[string, object]>([
  ['an error in words', { ...beside, error: 'balance too small' }],
  ['an error with a code alone', { ...beside, error: { code: 'NO_FUNDS' } }],
  ['an error that is true', { ...beside, error: true, message: 'balance too small' }],
  ['a list of errors', { ...beside, errors: [{ message: 'balance too small' }] }],
  ['the words of an error', { ...beside, error_message: 'balance too small' }],
  ['no success', { ...beside, success: false }],
  ['no success, in words', { ...beside, ok: 'false' }],
  ['a state of failure', { ...beside, state: 'Failed' }],
  ['a status of rejection', { ...beside, status: 'rejected' }],
  ['a longer state', { ...beside, status: 'failed_validation' }],
  ['a result of failure', { ...beside, result: 'error' }],
  ['another status', { ...beside, statusCode: 402 }],
  ['an error around its data', { error: 'balance too small', data: beside }],
  ['no success in its data', { data: { ...beside, success: false } }],
  ['a failure in its result', { ...beside, result: { status: 'error' } }],
  ['a failure in a list', { ...beside, results: [{ error: 'balance too small' }] }],
  ['what is nested too deep', { ...beside, data: { data: { data: { data: { data: { data: {} } } } } } }],
])('an id beside %s is no receipt', (_what, body) => {
  expect(parseReceipt(JSON.stringify(body))).toBeNull();
});

test.each<[string, object]>([
  ['nothing', beside],
  ['a state of not yet', { ...beside, status: 'not_final', state: 'Not finalized' }],
  ['an error of null', { ...beside, error: null, errors: [] }],
  ['an error that is empty', { ...beside, error: '', errors: {} }],
  ['an error in name only', { ...beside, error: { code: 0, message: null } }],
  ['no error', { ...beside, error: false }],
  ['a word for none', { ...beside, error: 'None' }],
  ['other words for none', { ...beside, error: 'N/A', error_message: 'no error', error_code: 0 }],
  ['a success', { ...beside, success: true, ok: 1, state: 'SUCCESS', status: 'ok', result: 'accepted' }],
  ['the status that it has', { ...beside, status: 200, code: 0, type: 'notification' }],
  ['a state on the way', { ...beside, state: 'Pending', status: 'noted', message: 'not final yet' }],
  ['what failed elsewhere', { ...beside, previous: { state: 'Error', error: 'balance too small' } }],
])('an id beside %s is a receipt', (_what, body) => {
  expect(parseReceipt(JSON.stringify(body))).toBe(id);
});

test('a long answer and a deep one are read as far as they go', () => {
  const long = { ...beside, data: Array.from({ length: 200_000 }, () => 0) };
  expect(parseReceipt(JSON.stringify(long))).toBe(id);
  expect(parseReceipt(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)).toBeNull();
});
