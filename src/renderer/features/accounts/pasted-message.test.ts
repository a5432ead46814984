import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foundWords, hasFound, readMessage } from './pasted-message.ts';

const key = 'ds_live_8f3b21d7c4a9e650Qx';
const token = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiJhbm5hIn0x'.repeat(4)}.c2lnbmF0dXJl`;

const mail = `Hi Anna,

thanks for signing up! Everything you need is below. Please don't share it.

Service address: https://turbo.service.example/core-api
API key: ${key}
Tokens: avail, ethereum

The documentation is at https://docs.service.example/start, and questions go to support@service.example.
Terms: https://www.service.example/terms

Best regards,
Jo Miller
Service Inc. · https://www.service.example · +1 555 0100 · https://linkedin.com/company/service
--
Sent from my phone. Unsubscribe: https://mail.service.example/unsubscribe?id=8f3b21d7c4a9e650abcdef
`;

test('address and key are found in an operator’s mail, whatever else it links to', () => {
  expect(readMessage(mail)).toEqual({
    address: 'https://turbo.service.example/core-api',
    apiKey: key,
    accessToken: '',
  });
});

test('the same mail is read as it is forwarded, quoted and with the line ends of Windows', () => {
  const quoted = mail
    .split('\n')
    .map((line) => `> > ${line}`)
    .join('\r\n');
  expect(readMessage(quoted)).toEqual(readMessage(mail));
});

test.each([
  ['a command line', `curl -H 'x-api-key: ${key}' https://s.example/v1/submit_raw_data`, 'https://s.example'],
  ['a header', `POST https://s.example/core/user/submit_raw_data\nX-API-KEY: ${key}`, 'https://s.example/core'],
  ['settings', `BASE_URL=https://s.example/\nAPI_KEY="${key}"`, 'https://s.example'],
  ['a label on its own line', `Endpoint:\n\nhttps://s.example\n\nYour API key:\n\n${key}\n`, 'https://s.example'],
  ['a sentence', `Connect to <https://s.example>. Your key is ${key}.`, 'https://s.example'],
  ['a host without a scheme', `Server: s.example:8443\nAPI key – ${key}`, 'https://s.example:8443'],
  ['bold text', `**Address:** https://s.example\n**API key:** **${key}**`, 'https://s.example'],
  ['a settings file', JSON.stringify({ api_key: key, url: 'https://s.example' }), 'https://s.example'],
])('%s is understood', (_what, message, address) => {
  expect(readMessage(message)).toEqual({ address, apiKey: key, accessToken: '' });
});

test('an access token is distinguished from a key', () => {
  expect(readMessage(`Address: https://s.example\nAccess token: ${token}`).accessToken).toBe(token);
  expect(readMessage(`Authorization: Bearer ${token}\n\nBest regards`).accessToken).toBe(token);
  expect(readMessage(`Key: ${key}\nAccess token: opaque-51c7e09ab2d84f36`)).toMatchObject({
    apiKey: key,
    accessToken: 'opaque-51c7e09ab2d84f36',
  });
});

test('of several keys or addresses none is chosen', () => {
  expect(readMessage(`Old API key: ${key}\nNew API key: ${key}2`).apiKey).toBe('');
  expect(readMessage('https://one.example or https://two.example').address).toBe('');
});

test('an address with a password, a mail address and a contract are not found', () => {
  const text = `Server: https://joe:secret@s.example\nE-mail address: joe@s.example\nToken: 0x${'ab'.repeat(20)}`;
  expect(hasFound(readMessage(text))).toBe(false);
});

test('an ordinary message holds nothing', () => {
  const text = 'Hi Anna,\n\nyour API key: follows by phone tomorrow. The token is not needed.\n\nBest regards, Jo';
  expect(hasFound(readMessage(text))).toBe(false);
});

test('the words name what was found, and no more of a secret than its end', () => {
  expect(foundWords(readMessage(`Address: https://s.example\nAPI key: ${key}`))).toBe(
    'Found in what you pasted: an address and an API key that ends in 650Qx. Compare with your operator’s message. The rest is not saved.',
  );
  expect(foundWords(readMessage('Hello'))).toBe('No address or key was found. Enter them below.');
});

const word = fc.constantFrom(
  ...['please', 'find', 'attached', 'our', 'invoice', 'regards,', 'Jo', '–', '2026-11-23', '+1 555 0100', '#', '12.5'],
);
const prose = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
const otherLink = fc.constantFrom(
  ...['Documentation: https://docs.s.example/v2', 'https://www.other.example/privacy', 'https://github.com/s/sdk'],
);
const noise = fc.array(fc.oneof(prose, otherLink, fc.constant('')), { maxLength: 8 }).map((lines) => lines.join('\n'));
const letters = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789_-'];
const anyKey = fc
  .array(fc.constantFrom(...letters), { minLength: 16, maxLength: 64 })
  .map((signs) => `${signs.join('')}k7z`);
const host = fc.constantFrom('api.s.example', 's.example:8443', '10.0.0.7:8000', 'node-3.s.example/core-api');
const scheme = fc.constantFrom('https', 'http');

test('wherever they stand among other lines and links, address and key come out letter for letter', () => {
  fc.assert(
    fc.property(noise, noise, noise, scheme, host, anyKey, (before, between, after, how, where, secret) => {
      const message = `${before}\nAddress: ${how}://${where}\n${between}\nAPI key: ${secret}\n${after}\n`;
      const found = readMessage(message);
      expect([found.address, found.apiKey]).toEqual([`${how}://${where}`, secret]);
    }),
    { numRuns: 300 },
  );
});

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => void readMessage(text)));
});

test.each(['\n', ' ', '.', ': ', '> ', '=\n', 'key:\n', 'key: ', 'eyJ-', 'http://a ', 'a.bc ', 'a.', '1.1.', ' and '])(
  '200,000 characters of %j are read in linear time',
  (part) => {
    for (const start of ['', 'Address: ', 'Token: ']) readMessage(`${start}${part.repeat(200_000)}`);
  },
  20_000,
);
