import { describe, expect, test } from 'vitest';
import { depositSign, saysRegistered } from './request-funds.ts';

const text = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
const deposit = { token_address: '0xab', amount_deposited: '5', chain_id: 1 };

describe('an answer in a success status', () => {
  test.each<unknown>([
    '',
    'OK',
    'Deposit registered.',
    'Request accepted, it is not yet credited',
    '"done"',
    'null',
    'true',
    {},
    { message: 'done' },
    { message: 'Einzahlung vermerkt' },
    { error: null, message: 'done' },
    { state: 'SUCCESS', message: 'Nothing failed' },
    { state: 'SUCCESS', message: 'Deposit registered', data: { id: 'a', ...deposit } },
    { state: 'Pending' },
    { deposit_id: 'a', user_id: 'u', ...deposit, created_at: '2026-01-01T00:00:00' },
    [{ id: 1, ...deposit }],
  ])('%j says that the deposit is registered', (body) => {
    expect(saysRegistered(text(body), true)).toBe(true);
  });

  test.each<unknown>([
    { success: false, message: 'unknown token' },
    { registered: false },
    { deposit: { status: 'failed' } },
    { data: { deposit: { state: 'rejected', reason: 'x' } } },
    { request: { state: 'REJECTED' } },
    { data: 'Insufficient funds' },
    { result: 'Token not whitelisted' },
    { info: 'Deposit failed' },
    ['Invalid token'],
    { error: { code: 'UNKNOWN_TOKEN' } },
    { error: ['unknown token'] },
    { error: true, message: 'unknown token' },
    { errors: [{ message: 'unknown token' }] },
    { status: 'fail', message: 'see above' },
    { result: 'error', message: 'see above' },
    { data: { state: 'ERROR', message: 'see above' } },
    [{ error: 'see above' }],
    { code: 401, message: 'see above' },
    { message: 'Unauthorized' },
    { detail: 'Token is not whitelisted' },
    '{"error":"see above","error":null}',
    'false',
    '"Unauthorized"',
    'Unauthorized',
    'Missing API key',
    'Invalid token passed',
    'Deposit not accepted',
    'Only whitelisted tokens are accepted',
    'Bitte warten',
    '<p>Deposit registered</p>',
    `Deposit registered${'.'.repeat(300)}`,
  ])('%j does not', (body) => {
    expect(saysRegistered(text(body), true)).toBe(false);
  });

  test('in an encoding that nobody reads does not, whatever it seems to say', () => {
    expect(saysRegistered('\u001f\u008b OK', false)).toBe(false);
  });
});

describe('an answer in an error status', () => {
  test.each<unknown>([
    { state: 'SUCCESS', message: 'Deposit registered' },
    { success: true },
    { data: { state: 'SUCCESS' } },
    { status: 'queued' },
    { message: 'Deposit registered' },
    'Your deposit was successfully recorded.',
    '"Request accepted"',
    { request_id: 1, ...deposit },
    { data: { id: 'a', ...deposit } },
  ])('%j says that the deposit was taken', (body) => {
    expect(depositSign(text(body))).toEqual({ id: null });
  });

  test.each<unknown>([
    '',
    'Not Found',
    'Too many requests',
    { error: 'Unknown token' },
    { error: 'Unknown token', ...deposit },
    { message: 'Token is not whitelisted', ...deposit },
    { message: 'The amount is too small', data: deposit },
    { status: 'error', message: 'Deposit registered already, or not at all' },
    { message: 'Only whitelisted tokens are accepted' },
    { detail: [{ loc: ['body', 'chain_id'], msg: 'Field required', input: deposit }] },
    { status: 'OK', message: 'Service is running' },
    { status: 'pending', message: 'Another deposit is pending' },
    '<html>Deposit registered</html>',
  ])('%j does not', (body) => {
    expect(depositSign(text(body))).toBeNull();
  });
});
