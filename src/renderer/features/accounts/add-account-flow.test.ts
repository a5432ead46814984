import { expect, test } from 'vitest';
import { emptyDraft } from './account-draft.ts';
import { type AddAccountEvent, type AddAccountFlow, advance, firstWrong, startFlow } from './add-account-flow.ts';

const typed = (change: Extract<AddAccountEvent, { kind: 'typed' }>['change']): AddAccountEvent => ({
  kind: 'typed',
  change,
});
const next: AddAccountEvent = { kind: 'next' };
const after = (...events: readonly AddAccountEvent[]): AddAccountFlow =>
  events.reduce(advance, startFlow(emptyDraft([])));

const toCheck = [typed({ address: 'service.example' }), next, typed({ accessToken: 'secret' }), next];

test('a wrong address keeps the person at the first step, with a sentence at the field', () => {
  const flow = after(typed({ address: 'ftp://x' }), next);
  expect(flow.step).toBe('address');
  expect(firstWrong(flow.errors)).toBe('address');
});

test('the sentence goes as soon as the field is changed', () => {
  expect(after(next, typed({ address: 's' })).errors).toEqual({});
  expect(after(next, typed({ name: 's' })).errors).toHaveProperty('address');
});

test('without any credential the second step asks for one, and either takes the sentence away', () => {
  const flow = after(typed({ address: 'service.example' }), next, next);
  expect(flow).toMatchObject({ step: 'credentials', errors: { apiKey: expect.any(String) } });
  expect(advance(flow, typed({ accessToken: 't' })).errors).toEqual({});
});

test('going back keeps all that was typed', () => {
  const flow = after(...toCheck, { kind: 'back' }, { kind: 'back' });
  expect(flow).toMatchObject({ step: 'address', draft: { address: 'service.example', accessToken: 'secret' } });
});

test('a red line leads to its step, and from there it goes on', () => {
  const flow = after(...toCheck, { kind: 'fix', step: 'address' });
  expect(flow.step).toBe('address');
  expect([next, next].reduce(advance, flow).step).toBe('check');
});

test('saving with an access token needs the name of the token that pays', () => {
  const asked = after(...toCheck, { kind: 'save', tokenNames: [] });
  expect(asked).toMatchObject({ step: 'check', saving: { kind: 'no' }, errors: { token: expect.any(String) } });
  expect(advance(advance(asked, typed({ token: 'avail' })), { kind: 'save', tokenNames: [] })).toMatchObject({
    saving: { kind: 'asked' },
  });
  expect(after(...toCheck, { kind: 'save', tokenNames: ['avail'] })).toMatchObject({ saving: { kind: 'asked' } });
});

test('what main refuses stands there, and saving can be asked for again', () => {
  const refused = after(...toCheck, { kind: 'save', tokenNames: ['a'] }, { kind: 'refused', message: 'No.' });
  expect(refused).toMatchObject({ saving: { kind: 'refused', message: 'No.' } });
  expect(advance(refused, { kind: 'save', tokenNames: ['a'] })).toMatchObject({ saving: { kind: 'asked' } });
});
