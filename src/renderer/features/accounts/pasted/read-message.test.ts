import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foundAddresses } from './found-addresses.ts';
import { foundSecrets } from './found-secrets.ts';
import { linesOf, MOST_LINES } from './message-lines.ts';
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
    address: 'https://turbo.service.example/core-api',
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
  expect(readMessage(message)).toMatchObject({ address, apiKeys: [key], accessTokens: [] });
});

test('an access token is told from a key, also where a mail program cut it in lines', () => {
  expect(readMessage(`Address: https://s.example\nAccess token: ${token}`).accessTokens).toEqual([token]);
  const [head = '', tail = ''] = [token.slice(0, 76), token.slice(76)];
  expect(readMessage(`Authorization: Bearer\n${head}\n${tail}\n\nBest regards`).accessTokens).toEqual([token]);
  expect(readMessage(`Key: ${key}\nAccess token: opaque-51c7e09ab2d84f36`)).toMatchObject({
    apiKeys: [key],
    accessTokens: ['opaque-51c7e09ab2d84f36'],
  });
});

test('between two addresses that are as likely nothing is chosen', () => {
  const found = readMessage(`API: https://one.example or API: https://two.example\nAPI key: ${key}`);
  expect(found.address).toBeNull();
  expect(found.addresses).toEqual(['https://one.example', 'https://two.example']);
  expect(readMessage('Read https://docs.service.example and https://www.service.example').address).toBeNull();
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
      expect([found.address, found.apiKeys]).toEqual([`${how}://${where}`, [secret]]);
    }),
    { numRuns: 1_000 },
  );
});

test('no text, however strange or long, makes it fail or takes minutes', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => void readMessage(text)));
  for (const part of ['eyJ', 'http://', 'a.', ': ', '> ', '=\n', 'key: ', 'a1', '1.1.'])
    readMessage(part.repeat(100_000));
});

test('blank lines are not read, and of a long text only the first lines are', () => {
  expect(linesOf(`${'\n'.repeat(100_000)} \n> \nAPI key:\n\n${key}`)).toEqual(['API key:', key]);
  expect(linesOf('key:\n'.repeat(40_000))).toHaveLength(MOST_LINES);
});

test('a token cut in two grows no longer than a line', () => {
  const lines = linesOf(`Bearer ${token}\n${'abcdefgh\n'.repeat(20_000)}`);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(10_000);
});

test.each([
  ['secrets', foundSecrets],
  ['addresses', foundAddresses],
])('the number of lines read for %s grows with the message, not with its square', (_what, find) => {
  let reads = 0;
  const lines = new Proxy(Array<string>(MOST_LINES).fill('Address, key:'), {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  find(lines);
  expect(reads).toBeLessThan(10 * MOST_LINES);
});
