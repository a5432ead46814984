import { expect, test } from 'vitest';
import {
  type AccountProblem,
  type CheckFinding,
  type CheckTopic,
  checkTopics,
  plainFindings,
  type ReportedRoute,
} from '../bridge/accounts.ts';
import { accountProblemWords, checkWords, routeWords } from './accounts.ts';

const keychain = { code: 'keychain-missing', values: { system: 'linux' } } as const;

test.each<[AccountProblem, string]>([
  [{ kind: 'account-damaged', blocks: true }, 'check each setting, and save'],
  [{ kind: 'keychain', blocks: true, keychain }, 'Install “gnome-keyring”'],
  [{ kind: 'credential-missing', blocks: true, credential: 'api-key' }, 'has no API key, so nothing is submitted'],
  [{ kind: 'secret-echoed', blocks: true }, 'enter a new one'],
  [{ kind: 'token-expired', blocks: true }, 'has expired, so nothing is submitted'],
  [{ kind: 'token-expired', blocks: false }, 'has expired, so balances and confirmations are not read'],
  [{ kind: 'unauthorised', blocks: true, credential: 'api-key' }, 'this account’s API key, so nothing is submitted'],
  [{ kind: 'unauthorised', blocks: false, credential: 'access-token' }, 'this account’s access token. Enter it again'],
  [{ kind: 'token-expires-soon', blocks: false }, 'expires in a few minutes'],
  [{ kind: 'api-key-only', blocks: true }, 'takes files with an API key only, so nothing is submitted'],
])('%j is said with what it keeps from working, and what to do', (trouble, words) => {
  expect(accountProblemWords(trouble)).toContain(words);
});

test('every finding of every topic is a sentence', () => {
  for (const topic of checkTopics) {
    for (const code of plainFindings) {
      expect(checkWords({ topic, finding: { code } })).toMatch(/^[A-Z].*\.$/);
    }
  }
});

test.each<[CheckTopic, CheckFinding, string]>([
  ['api-key', { code: 'accepted' }, 'The API key is accepted.'],
  ['access-token', { code: 'accepted' }, 'The access token is accepted.'],
  ['api-key', { code: 'not-given', credential: 'api-key' }, 'No API key was given.'],
  ['tokens', { code: 'after-access-token' }, 'Tokens can be read once the access token is accepted.'],
  ['fund-requests', { code: 'after-access-token' }, 'Checked once the access token is accepted.'],
  ['tokens', { code: 'tokens', count: 1 }, '1 token found.'],
  ['tokens', { code: 'tokens', count: 12 }, '12 tokens found.'],
  ['token-names', { code: 'token-names', names: ['avail', 'ethereum'], more: 0 }, 'Found: avail, ethereum.'],
  ['token-names', { code: 'token-names', names: ['avail'], more: 4_980 }, 'Found: avail and 4980 more.'],
  ['fund-requests', { code: 'can-deposit' }, 'Deposits can be registered here.'],
  [
    'address',
    { code: 'failed', reason: { code: 'not-ready' } },
    'This account cannot be reached yet. Try again in a moment.',
  ],
])('of %s, %j is said to the letter', (topic, finding, words) => {
  expect(checkWords({ topic, finding })).toBe(words);
});

const direct = { kind: 'direct' } as const;
const proxied = { kind: 'proxy', proxy: 'http://127.0.0.1:3128' } as const;
test.each<[string, ReportedRoute]>([
  ['Directly', { service: direct, submissions: direct }],
  ['Through the proxy http://127.0.0.1:3128', { service: proxied, submissions: proxied }],
  ['Directly; submissions through the proxy http://127.0.0.1:3128', { service: direct, submissions: proxied }],
  [
    'None: Dropslip cannot use the proxy settings',
    { service: { kind: 'unusable' }, submissions: { kind: 'unusable' } },
  ],
  ['None: this is not an address', { service: { kind: 'no-address' }, submissions: { kind: 'no-address' } }],
])('a route is told as “%s”', (words, route) => {
  expect(routeWords(route)).toBe(words);
});
