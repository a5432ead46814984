import { afterEach, expect, test, vi } from 'vitest';
import { submitRawData } from './endpoints/submit-raw-data.ts';
import { cleanUp, connectionTo, fileOf, patientHooks, speaking } from './scripted-server.fixture.ts';

afterEach(cleanUp);

const apiKey = 'dsk_9fQ2mZ7xLw4Kv8Tb3Rc6Hd1N';

test.each([
  ['as it is', apiKey],
  ['in base64', Buffer.from(apiKey).toString('base64')],
])('a proxy’s words are not shown that hold the key %s', async (_how, words) => {
  const proxy = await speaking((socket) => socket.once('data', () => socket.end(`HTTP/1.1 407 ${words}\r\n\r\n`)));
  vi.stubEnv('NO_PROXY', '');
  vi.stubEnv('HTTPS_PROXY', proxy.baseUrl);
  const to = connectionTo('https://service.test', { credentials: { apiKey, accessToken: null } });
  const outcome = await submitRawData(to, await fileOf(Buffer.from('x')), { variant: 'api-key' }, patientHooks());
  expect(outcome).toMatchObject({ kind: 'not-sent' });
  expect(JSON.stringify(outcome)).not.toContain(words);
});
