import { expect, test } from 'vitest';
import type { Failure } from '../../failures/failure.ts';
import type { serviceFailures } from '../../failures/failure-codes.ts';
import { failureFact, failureMessage } from './failure-message.ts';

const host = 'service.example:8443';
const proxy = 'http://proxy.example:3128';

const sentences: readonly (readonly [string, Failure<keyof typeof serviceFailures>])[] = [
  ['No answer came. Try again.', { code: 'unreachable', values: { why: 'no-answer' } }],
  [
    'The service stopped answering. Try again, and check your internet connection.',
    { code: 'unreachable', values: { why: 'stopped-answering' } },
  ],
  [
    'The connection to the service was lost. Try again, and check your internet connection.',
    { code: 'unreachable', values: { why: 'broke-off' } },
  ],
  [
    'The connection broke off while a file was being sent. If this happens each time, the service may not take files this large: set its largest upload under Accounts.',
    { code: 'unreachable', values: { why: 'broke-off-sending' } },
  ],
  [
    'The account’s address cannot be used. Example: https://service.example.',
    { code: 'unreachable', values: { why: 'address-not-valid' } },
  ],
  [
    'service.example:8443 does not answer. Check your internet connection and the account’s address.',
    { code: 'unreachable', values: { why: 'silent', host } },
  ],
  [
    'The address service.example cannot be found. Check its spelling and your internet connection.',
    { code: 'unreachable', values: { why: 'name-unknown', host: 'service.example' } },
  ],
  [
    'Nothing answers at service.example:8443. Check the account’s address, and that the service is running.',
    { code: 'unreachable', values: { why: 'refused', host } },
  ],
  [
    'This computer does not trust the certificate of service.example:8443. On a company network, ask your administrator to install its certificate. Otherwise ask the service’s operator.',
    { code: 'unreachable', values: { why: 'untrusted', host } },
  ],
  [
    'No secure connection to service.example:8443 was possible. Check the account’s address. If it is right, tell the service’s operator.',
    { code: 'unreachable', values: { why: 'insecure', host } },
  ],
  [
    'service.example:8443 cannot be reached. Check your internet connection and the account’s address.',
    { code: 'unreachable', values: { why: 'other', host } },
  ],
  [
    'The proxy http://proxy.example:3128 does not answer. Check this computer’s proxy settings and connection.',
    { code: 'unreachable', values: { why: 'proxy-silent', proxy } },
  ],
  [
    'This computer uses the SOCKS proxy socks5://proxy.example:1080, which Dropslip cannot use, so nothing is sent. Set an HTTP proxy, or list the service as an exception in the proxy settings.',
    { code: 'unreachable', values: { why: 'proxy-socks', proxy: 'socks5://proxy.example:1080' } },
  ],
  [
    'This computer’s proxy settings cannot be read, so nothing is sent. Correct them in the system’s settings, or in HTTPS_PROXY or HTTP_PROXY.',
    { code: 'unreachable', values: { why: 'proxy-unreadable' } },
  ],
  [
    'The proxy http://proxy.example:3128 blocks Dropslip from service.example:8443. Check this computer’s proxy settings, or ask your network administrator.',
    { code: 'unreachable', values: { why: 'proxy-refuses', proxy, host } },
  ],
  ['The service did not accept this account’s key or token. Check it under Accounts.', { code: 'unauthorised' }],
  [
    'The keychain did not give the account’s key. Unlock it, or enter the key again under Accounts.',
    { code: 'credential-missing', values: { why: 'keychain-silent' } },
  ],
  [
    'This account has no API key. Add one under Accounts.',
    { code: 'credential-missing', values: { why: 'none', kind: 'api-key' } },
  ],
  [
    'The account’s access token contains characters that are not allowed. Enter it again under Accounts.',
    { code: 'credential-missing', values: { why: 'odd-characters', kind: 'access-token' } },
  ],
  ['Larger than the service accepts. Make it smaller or split it, then add it again.', { code: 'too-large' }],
  [
    'Larger than the service accepts (1000 bytes). Make it smaller or split it, then add it again.',
    { code: 'too-large', values: { limit: 1000, taken: 5, said: 'the limit is 1000 bytes' } },
  ],
  [
    'Larger than the service accepts. It accepted one of 900 bytes. It said: “At most 1 MB” Make it smaller or split it, then add it again.',
    { code: 'too-large', values: { limit: null, taken: 900, said: 'At most 1 MB' } },
  ],
  [
    'Larger than the service accepts. Make it smaller or split it, then add it again.',
    { code: 'too-large', values: { limit: null, taken: null, said: 'length limit exceeded' } },
  ],
  [
    'The service refused an empty submission: there is nothing to submit.',
    { code: 'empty', values: { by: 'service' } },
  ],
  ['The file is empty: there is nothing to submit.', { code: 'empty', values: { by: 'dropslip' } }],
  ['The token’s balance is too low. Make a deposit, then try again.', { code: 'insufficient-balance' }],
  ['The service asks for a pause between requests. Try again later.', { code: 'rate-limited' }],
  [
    'The service cannot accept requests right now. Try again later.',
    { code: 'unavailable', values: { why: 'service' } },
  ],
  [
    'Dropslip could not save its record of this attempt, so nothing was submitted. Try again.',
    { code: 'unavailable', values: { why: 'not-written-down' } },
  ],
  [
    'The service refused this. It said: “no such token”',
    { code: 'rejected', values: { why: 'refused', said: 'no such token' } },
  ],
  [
    'The service refused this without a reason. The details show its answer.',
    { code: 'rejected', values: { why: 'refused', said: null } },
  ],
  [
    'The service’s address has moved to https://service.example/v2. Check the account’s address.',
    { code: 'rejected', values: { why: 'moved', to: 'https://service.example/v2' } },
  ],
  [
    'The service’s address has moved. Check the account’s address.',
    { code: 'rejected', values: { why: 'moved', to: null } },
  ],
  [
    'The service does not know this. Check the submission id and the account’s address.',
    { code: 'not-found', values: { why: 'unknown' } },
  ],
  [
    'This address does not accept submissions. Check the account’s address.',
    { code: 'not-found', values: { why: 'takes-nothing' } },
  ],
  [
    'The service refused this. It said: “no such user”',
    { code: 'not-found', values: { why: 'refused', said: 'no such user' } },
  ],
  ['This is not a submission id. Copy all of it again.', { code: 'not-an-id' }],
  ['The service has not finished this submission yet. Try again later.', { code: 'not-final' }],
  [
    'Something went wrong inside the service. Try again later. If it keeps happening, tell its operator. It said: “database”',
    { code: 'server-error', values: { said: 'database' } },
  ],
  [
    'Something went wrong inside the service. Try again later. If it keeps happening, tell its operator.',
    { code: 'server-error', values: { said: null } },
  ],
  [
    'The service’s answer could not be understood. Check the account’s address.',
    { code: 'unreadable-answer', values: { why: 'not-understood' } },
  ],
  [
    'The service’s answer is too long to be read. If it keeps happening, tell the service’s operator.',
    { code: 'unreadable-answer', values: { why: 'too-long' } },
  ],
  [
    'The service’s list could not be read. Try again later. If it keeps happening, tell the service’s operator.',
    { code: 'unreadable-answer', values: { why: 'list' } },
  ],
  [
    'The service’s list could not be read. The saved records are unchanged. Try again later.',
    { code: 'unreadable-answer', values: { why: 'kept-list' } },
  ],
  [
    'Reading the service’s records stopped and was restarted. Nothing is lost.',
    { code: 'unreadable-answer', values: { why: 'list-dropped' } },
  ],
  [
    'The service’s token names could not be read. Try again later. If it keeps happening, tell the service’s operator.',
    { code: 'unreadable-answer', values: { why: 'token-names' } },
  ],
  [
    'The last list from this account’s service could not be read. Refresh to try again. If it keeps happening, tell the service’s operator.',
    { code: 'unreadable-answer', values: { why: 'lists-rest' } },
  ],
  [
    'The service answered before everything was sent, so its answer is not a receipt. You may still have paid for it.',
    { code: 'answered-early' },
  ],
  [
    'The service gave a submission id, but no receipt. You may still have paid for it.',
    { code: 'id-in-doubt', values: { why: 'id-named' } },
  ],
  [
    'The service’s answer is not a receipt, but may mean that something was accepted. You may still have paid for it.',
    { code: 'id-in-doubt', values: { why: 'perhaps-taken' } },
  ],
  [
    'The service gave two answers, and one of them belongs to another file. You may still have paid for it.',
    { code: 'id-in-doubt', values: { why: 'two-answers' } },
  ],
  [
    'The service’s answer contained this account’s key or token, so Dropslip does not show it. Tell the service’s operator and ask for a new key.',
    { code: 'secret-echoed' },
  ],
  ['That is your API key. It was not sent.', { code: 'own-secret', values: { kind: 'api-key' } }],
  ['That is your access token. It was not sent.', { code: 'own-secret', values: { kind: 'access-token' } }],
  [
    'Everything was sent, so it may have been accepted. No answer came. Try again.',
    { code: 'unreachable', values: { why: 'no-answer' }, after: 'all-sent-no-answer' },
  ],
];

test.each(sentences)('%s', (sentence, failure) => {
  expect(failureMessage(failure)).toBe(sentence);
});

const ofOneAttempt: readonly Failure[] = [
  { code: 'unreachable', values: { why: 'no-answer' } },
  { code: 'unreachable', values: { why: 'stopped-answering' } },
  { code: 'unreachable', values: { why: 'broke-off' }, after: 'all-sent-no-answer' },
  { code: 'rate-limited' },
  { code: 'unavailable', values: { why: 'service' } },
  { code: 'server-error', values: { said: 'no disk' } },
  { code: 'interrupted' },
  { code: 'stopped' },
  { code: 'id-of-other-bytes' },
];

test('what happened to a file that must not be tried again lightly tells nobody to, nor that it is looked for', () => {
  for (const failure of ofOneAttempt) {
    expect(failureFact(failure)).toMatch(/\S/);
    expect(failureFact(failure)).not.toMatch(/try again|retry|internet connection|looks for/i);
  }
});

test('what went before it is told, and what the service said', () => {
  expect(failureFact({ code: 'unreachable', values: { why: 'broke-off' }, after: 'all-sent-no-answer' })).toBe(
    'Everything was sent, so it may have been accepted. The connection to the service was lost.',
  );
  expect(failureFact({ code: 'server-error', values: { said: 'no disk' } })).toContain('It said: “no disk”');
});

test('where there is no advice to leave out, it is the sentence of the failure', () => {
  expect(failureFact({ code: 'empty-file' })).toBe('This file is empty, so there is nothing to submit.');
});
