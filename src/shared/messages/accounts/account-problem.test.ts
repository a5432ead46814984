import { expect, test } from 'vitest';
import type { AccountProblem } from '../../bridge/accounts.ts';
import { accountProblemWords } from './account-problem.ts';

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
  [{ kind: 'lists-rest', blocks: false }, 'until you refresh'],
  [{ kind: 'token-expires-soon', blocks: false }, 'expires in a few minutes'],
])('%j is said with what it keeps from working, and what to do', (trouble, words) => {
  expect(accountProblemWords(trouble)).toContain(words);
});
