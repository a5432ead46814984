import { expect, test } from 'vitest';
import { fieldsFrom, foundWords, secretChoice, stillFound } from './PastedMessage.tsx';
import { readMessage } from './read-message.ts';

const key = 'ds_live_8f3b21d7c4a9e650Qx';

test('what there is one of goes into the form, and nothing else is touched', () => {
  expect(fieldsFrom(readMessage(`Address: https://s.example\nAPI key: ${key}\nToken: avail`))).toEqual({
    address: 'https://s.example',
    apiKey: key,
    token: 'avail',
  });
  expect(fieldsFrom(readMessage(`Old API key: ${key}\nNew API key: ${key}2\nTokens: avail, ethereum`))).toEqual({});
});

test('what was found and what is missing is said, and no more of a secret than its end', () => {
  const words = (text: string): string => foundWords(readMessage(text));
  expect(words(`Address: https://s.example\nAPI key: ${key}\nTokens: avail, ethereum`)).toBe(
    'Found in what you pasted: an address, an API key and the tokens avail and ethereum. Compare it with your operator’s message. The rest is not saved.',
  );
  expect(words(`API key: ${key}`)).toContain('an API key, but no address: enter it below.');
  expect(words('https://s.example')).toContain('an address, but no key or token: you are asked for it next.');
  expect(words('Hello')).toBe('No address or key was found. Enter them below.');
  expect(secretChoice(key)).toBe('ends in 50Qx');
});

test('what was found and then replaced by something typed is not shown as what is used', () => {
  expect(stillFound([key], key)).toEqual([key]);
  expect(stillFound([key], 'another key')).toEqual([]);
  // Of several one is still to be chosen.
  expect(stillFound([key, `${key}2`], '')).toEqual([key, `${key}2`]);
});
