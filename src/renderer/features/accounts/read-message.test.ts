import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasFound, isMessage, readMessage } from './read-message.ts';

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

test('address, key and token names are found in an operator’s mail, whatever else it links to', () => {
  expect(readMessage(mail)).toMatchObject({
    addresses: ['https://turbo.service.example/core-api'],
    apiKeys: [key],
    accessTokens: [],
    tokenNames: ['avail', 'ethereum'],
  });
});

test.each([
  ['kQzTvLmPxWnRbYcD', []],
  ['USDC', ['USDC']],
  ['Ethereum, usd-coin', ['Ethereum', 'usd-coin']],
])('of “Token: %s” an access token of letters alone is no name of a token', (text, names) => {
  expect(readMessage(`Address: https://s.example\nToken: ${text}`).tokenNames).toEqual(names);
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
  ['no word of what is what', `https://s.example\n${key}`, 'https://s.example'],
  ['bold text', `**Address:** https://s.example\n**API key:** **${key}**`, 'https://s.example'],
])('%s is understood', (_what, message, address) => {
  expect(readMessage(message)).toMatchObject({ addresses: [address], apiKeys: [key], accessTokens: [] });
});

test('an access token is told from a key, also where a mail program cut it in lines', () => {
  expect(readMessage(`Address: https://s.example\nAccess token: ${token}`).accessTokens).toEqual([token]);
  const [head = '', tail = ''] = [token.slice(0, 76), token.slice(76)];
  expect(readMessage(`Authorization: Bearer\n${head}\n${tail}\n\nBest regards`).accessTokens).toEqual([token]);
  expect(readMessage(`Access token: ${token}\nSincerely\nJo`).accessTokens).toEqual([token]);
  expect(readMessage(`Key: ${key}\nAccess token: opaque-51c7e09ab2d84f36`)).toMatchObject({
    apiKeys: [key],
    accessTokens: ['opaque-51c7e09ab2d84f36'],
  });
});

test('two labelled addresses are both found, and a link to documentation is not an address', () => {
  const found = readMessage(`API: https://one.example or API: https://two.example\nAPI key: ${key}`);
  expect(found.addresses).toEqual(['https://one.example', 'https://two.example']);
  expect(readMessage('Read https://docs.service.example and https://www.service.example').addresses).toEqual([]);
});

test('several keys are all found, and which is the right one is for the person to say', () => {
  expect(readMessage(`Old API key: ${key}\nNew API key: ${key}2`).apiKeys).toEqual([key, `${key}2`]);
});

test('an address with a name and a password in it is none, and neither are a mail address and a contract', () => {
  const text = `Server: https://joe:secret@s.example\nE-mail address: joe@s.example\nToken: 0x${'ab'.repeat(20)}`;
  expect(readMessage(text).addresses).toEqual([]);
  expect(readMessage(`The contract is 0x${'ab'.repeat(20)}.`).apiKeys).toEqual([]);
});

test('an ordinary message holds nothing', () => {
  const text = 'Hi Anna,\n\nyour API key: follows by phone tomorrow. The token is not needed.\n\nBest regards, Jo';
  expect(hasFound(readMessage(text))).toBe(false);
});

test('only what has words around it is a message', () => {
  expect([isMessage(` ${key}\n`), isMessage('https://s.example'), isMessage(mail)]).toEqual([false, false, true]);
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
      expect([found.addresses, found.apiKeys]).toEqual([[`${how}://${where}`], [secret]]);
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

test('only the first 500 lines are read, and blank lines do not count', () => {
  const after = (lines: number): string => `${'Hello\n\n> \n'.repeat(lines)}API key: ${key}`;
  expect(readMessage(after(499)).apiKeys).toEqual([key]);
  expect(readMessage(after(500)).apiKeys).toEqual([]);
  expect(readMessage(`${'\n'.repeat(100_000)}API key:\n\n${key}`).apiKeys).toEqual([key]);
});

test('a soft break is left out, and the equals sign at the end of a key is not', () => {
  const base64 = 'kQ8zTvLmPx3nRbYc7D2eWfGhJs5uVw1=';
  const soft = `Your operator has made an account for you. The address is https://s.exam=\nple/core-api`;
  expect(readMessage(`${soft}\nAPI key: ${base64}\nRegards, Jo`)).toMatchObject({
    addresses: ['https://s.example/core-api'],
    apiKeys: [base64],
  });
});

test('a key of a compact settings file is found, and its own quotes are not part of it', () => {
  const json = JSON.stringify({ api_key: key, url: 'https://s.example' });
  expect(readMessage(json)).toMatchObject({ addresses: ['https://s.example'], apiKeys: [key] });
  expect(readMessage(`ACME_APIKEY=${key}`).apiKeys).toEqual([key]);
});
