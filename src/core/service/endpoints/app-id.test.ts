import { afterEach, expect, test } from 'vitest';
import type { Connection } from '../connection.ts';
import { answering, cleanUp, connectionTo, fileOf, json, patientHooks } from '../scripted-server.fixture.ts';
import { getSubmissionInfo } from './get-submission-info.ts';
import { submitRawData } from './submit-raw-data.ts';

afterEach(cleanUp);

const byKey = { variant: 'api-key' } as const;
const credits = { serviceKind: 'credits' } as const;

/** Submits to a service that answers with this status and text. */
async function submitted(status: number, text: string, changes: Partial<Pick<Connection, 'serviceKind' | 'appId'>>) {
  const server = await answering((_, response) => response.writeHead(status).end(text));
  const file = await fileOf(Buffer.from('abc'));
  const outcome = await submitRawData(connectionTo(server.baseUrl, changes), file, byKey, patientHooks());
  return { outcome, header: server.received[0]?.headers['x-avail-app-id'] };
}

test('the app id is a header of a submission, and of none without it', async () => {
  expect(await submitted(500, '', { ...credits, appId: '246' })).toMatchObject({ header: '246' });
  expect((await submitted(500, '', credits)).header).toBeUndefined();
});

test.each([
  ['a missing one', 400, 'x-avail-app-id header required for this app', credits, { code: 'app-id-required' }],
  ['a refused one', 403, 'Forbidden', { ...credits, appId: '7' }, { code: 'app-id-refused', values: { appId: '7' } }],
  ['a wrong one', 400, 'Invalid app_id', { ...credits, appId: '7' }, { code: 'app-id-refused' }],
  ['another refusal', 400, 'Data is empty', { ...credits, appId: '7' }, { code: 'empty' }],
  ['a bad key', 401, 'Invalid API key', { ...credits, appId: '7' }, { code: 'unauthorised' }],
  ['a 403 without an app id', 403, 'Forbidden', credits, { code: 'unauthorised' }],
  ['a 403 of a service with tokens', 403, 'Forbidden', { appId: '7' }, { code: 'unauthorised' }],
] as const)('the refusal of %s is called what it is', async (_which, status, text, changes, error) => {
  const { outcome } = await submitted(status, text, changes);
  expect(outcome).toMatchObject({ kind: 'refused', error });
});

test('only the API key reads a record, and a 500 with “not found” means an unknown id', async () => {
  const server = await answering((_, response) => json(response, 500, { error: 'Record not found' }));
  const answer = await getSubmissionInfo(connectionTo(server.baseUrl, credits), 'b1946ac9-2492-4d23-8e5b-0f3a5c3c1a11');
  expect(answer).toMatchObject({ ok: false, error: { code: 'not-found', status: 500 } });
  expect(server.received.map(({ url, headers }) => [url.split('?')[0], 'x-api-key' in headers])).toEqual([
    ['/v1/get_submission_info', true],
  ]);
});
