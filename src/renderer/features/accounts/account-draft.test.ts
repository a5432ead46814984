import { expect, test } from 'vitest';
import type { Account } from '../../../shared/bridge/accounts.ts';
import {
  addressPart,
  credentialPart,
  credentialsDeletedBy,
  draftOf,
  emptyDraft,
  fieldErrors,
  settingsOf,
  submitByPart,
  variantOf,
} from './account-draft.ts';

const empty = emptyDraft([]);
const account: Account = {
  id: 'a',
  kind: 'service',
  name: 'Work',
  colour: 'blue',
  address: 'https://service.example/core-api',
  submitAddress: null,
  submitBy: { variant: 'access-token', token: 'avail' },
  nodeAddress: null,
  appId: null,
  serviceKind: null,
  credentials: { apiKey: null, accessToken: null },
  place: { kind: 'keychain' },
  trouble: null,
};

test('a new account gets a colour that no other has, and slate when all are taken', () => {
  expect(emptyDraft([{ colour: 'teal' }, { colour: 'violet' }]).colour).toBe('blue');
  const all = (['teal', 'blue', 'violet', 'rose', 'amber', 'slate'] as const).map((colour) => ({ colour }));
  expect(emptyDraft(all).colour).toBe('slate');
});

test('an account without a name is named after its host', () => {
  expect(settingsOf({ ...empty, address: 'service.example:8443/path/' })).toMatchObject({
    name: 'service.example:8443',
    address: 'https://service.example:8443/path',
  });
});

test('the draft of an account makes the same settings again', () => {
  const {
    id: _id,
    kind: _kind,
    serviceKind: _serviceKind,
    credentials: _credentials,
    place: _place,
    trouble: _trouble,
    ...settings
  } = account;
  expect(settingsOf(draftOf(account))).toEqual(settings);
});

test('an address that cannot be read makes no settings and an error', () => {
  const draft = { ...empty, address: 'ftp://service.example' };
  expect(settingsOf(draft)).toBeNull();
  expect(fieldErrors(draft, addressPart)).toEqual({ address: expect.stringContaining('https://') });
});

test('an empty address for submissions means the same address', () => {
  expect(fieldErrors({ ...empty, address: 'service.example' }, addressPart)).toEqual({});
  const same = { ...empty, address: 'service.example', submitAddress: 'https://service.example/' };
  expect(settingsOf(same)?.submitAddress).toBeNull();
});

test('one credential is enough, none is not', () => {
  expect(fieldErrors({ ...empty, accessToken: 'x' }, credentialPart)).toEqual({});
  expect(fieldErrors({ ...empty, apiKey: '  ' }, credentialPart)).toHaveProperty('apiKey');
});

test('the way of submitting follows the credentials until a person chooses', () => {
  expect(variantOf({ ...empty, apiKey: 'k' })).toBe('api-key');
  expect(variantOf({ ...empty, accessToken: 't' })).toBe('access-token');
  expect(variantOf({ ...empty, apiKey: 'k', accessToken: 't' })).toBe('api-key');
  expect(variantOf({ ...empty, apiKey: 'k', accessToken: 't', variant: 'access-token' })).toBe('access-token');
});

test('an access token needs the name of a token that pays', () => {
  const draft = { ...empty, address: 'service.example', accessToken: 't' };
  expect(fieldErrors(draft, submitByPart)).toHaveProperty('token');
  const named = { ...draft, token: ' avail ' };
  expect(fieldErrors(named, submitByPart)).toEqual({});
  expect(settingsOf(named)?.submitBy).toEqual({ variant: 'access-token', token: 'avail' });
});

test('another path on the same host keeps the credentials, another host or scheme forgets them', () => {
  const draft = draftOf(account);
  const both = ['api-key', 'access-token'];
  expect(credentialsDeletedBy({ ...draft, address: 'https://service.example/other' }, account)).toEqual([]);
  expect(credentialsDeletedBy({ ...draft, address: 'http://service.example' }, account)).toEqual(both);
  expect(credentialsDeletedBy({ ...draft, address: 'other.example' }, account)).toEqual(both);
});

test('another address for submissions forgets the API key alone', () => {
  expect(credentialsDeletedBy({ ...draftOf(account), submitAddress: 'submit.example' }, account)).toEqual(['api-key']);
});

test('of several wrong fields each has its sentence, in the order of the screen', () => {
  const draft = { ...empty, name: 'a'.repeat(101), submitAddress: 'ftp://x' };
  expect(Object.keys(fieldErrors(draft, addressPart))).toEqual(['name', 'address', 'submitAddress']);
  expect(fieldErrors(draft, addressPart, credentialPart)).toHaveProperty('apiKey');
});
