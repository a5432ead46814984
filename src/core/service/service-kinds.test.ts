import { afterEach, expect, test } from 'vitest';
import { getPreImage, getSubmissionInfo } from './index.ts';
import { answering, apiKey, cleanUp, connectionTo, json } from './scripted-server.fixture.ts';

afterEach(cleanUp);

const unknownId = () => answering((_, response) => json(response, 404, { error: 'No submission has this id' }));

test('a service of the contract is asked for a record with the access token only', async () => {
  const { baseUrl, received } = await unknownId();
  const result = await getSubmissionInfo(connectionTo(baseUrl, { serviceKind: 'contract' }), 'a');
  expect(result).toMatchObject({ error: { code: 'not-found' } });
  expect(received.map(({ url }) => url)).toEqual(['/user/get_submission_info?submission_id=a']);
});

test('a service of the contract without its path is asked with the API key', async () => {
  const { baseUrl } = await answering(({ url }, response) =>
    url.startsWith('/v1/get_submission_info') ? json(response, 200, { id: 'a' }) : response.writeHead(404).end(),
  );
  const result = await getSubmissionInfo(connectionTo(baseUrl, { serviceKind: 'contract' }), 'a');
  expect(result).toMatchObject({ ok: true });
});

test.each([
  ['a record', getSubmissionInfo, 'not-found'],
  ['bytes', getPreImage, 'bytes-not-offered'],
] as const)('a service of the contract is not asked for %s with an API key alone', async (_what, read, code) => {
  const { baseUrl, received } = await unknownId();
  const credentials = { apiKey, accessToken: null };
  const result = await read(connectionTo(baseUrl, { serviceKind: 'contract', credentials }), 'a');
  expect(result).toMatchObject({ error: { code } });
  expect(received).toEqual([]);
});

test('a service with credits is not asked for bytes with an access token', async () => {
  const { baseUrl, received } = await answering((_, response) => response.writeHead(404).end());
  const result = await getPreImage(connectionTo(baseUrl, { serviceKind: 'credits' }), 'a');
  expect(result).toMatchObject({ error: { code: 'bytes-not-offered' } });
  expect(received.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});
