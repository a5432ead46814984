import { expect, test } from 'vitest';
import type { Faults } from '../faults.ts';
import { startService, type TestService } from '../service.fixture.ts';

const body = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));

test('the contract’s dialect has no way to get bytes back', async () => {
  const service = await startService();
  const id = await service.accepted('x');
  expect((await ask(service, id)).status).toBe(404);
  expect((await service.get(`/user/get_pre_image?submission_id=${id}`)).status).toBe(404);
});

test('a range is not heard: all is sent', async () => {
  const { service, id } = await withSubmission(null);
  const response = await ask(service, id, { range: 'bytes=10-19' });
  expect([response.status, response.headers.get('content-length')]).toEqual([200, '200000']);
  expect(await bytesOf(response)).toEqual(body);
});

test('slow: all comes, piece by piece', async () => {
  const { service, id } = await withSubmission('slow');
  const asked = performance.now();
  expect(await bytesOf(await ask(service, id))).toEqual(body);
  expect(performance.now() - asked).toBeGreaterThan(150);
});

test('gone: 501', async () => {
  const { service, id } = await withSubmission('gone');
  expect((await ask(service, id)).status).toBe(501);
});

function ask(service: TestService, id: string, headers: Record<string, string> = {}): Promise<Response> {
  return service.get(`/v1/get_pre_image?submission_id=${id}`, { ...service.apiKey, ...headers });
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

async function withSubmission(preImage: Faults['preImage']): Promise<{ service: TestService; id: string }> {
  const service = await startService({ dialect: 'deployed', faults: { preImage } });
  const id = await service.accepted(body);
  return { service, id };
}
