import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { problem, startService, type TestService } from '../service.fixture.ts';

const receipt = z.strictObject({ submission_id: z.uuid() });
const octets = 'application/octet-stream';

test('a submission with the API key is answered with its id and stored byte for byte', async () => {
  const service = await startService();
  const bytes = randomBytes(5000);
  const response = await service.submit(bytes);
  expect(response.status).toBe(200);
  const { submission_id: id } = receipt.parse(await response.json());
  expect(await service.storedBytes(id)).toEqual(bytes);
});

test('a submission with the bearer token charges the token that it names', async () => {
  const service = await startService();
  const before = [await service.balance(1), await service.balance(2)];
  const { submission_id: id } = receipt.parse(await (await service.submitFor('usd-coin', '10101')).json());
  expect(await service.storedBytes(id)).toEqual(Buffer.from('10101'));
  expect(await service.balance(1)).toBe(before[0]);
  expect(await service.balance(2)).toBeLessThan(before[1] ?? 0n);
});

test('bytes that the bearer variant calls JSON need not be JSON', async () => {
  const service = await startService();
  const { submission_id: id } = receipt.parse(await (await service.submitFor('avail', '{"half":')).json());
  expect(await service.storedBytes(id)).toEqual(Buffer.from('{"half":'));
});

test('the bearer variant takes an octet stream too', async () => {
  const service = await startService();
  expect((await service.submitFor('avail', 'x', { 'content-type': octets })).status).toBe(200);
});

test('a body of many megabytes keeps its bytes and its BLAKE2b-256', async () => {
  const service = await startService({ payloadLimitBytes: 10_000_000 });
  const bytes = randomBytes(6 * 1024 * 1024 + 7);
  const id = await service.accepted(bytes);
  expect((await service.storedBytes(id)).equals(bytes)).toBe(true);
  const expected = `0x${bytesToHex(blake2b(bytes, { dkLen: 32 }))}`;
  await expect.poll(() => service.record(id)).toMatchObject({ data_hash: expected });
});

test('a body without a declared length counts once its end has come', async () => {
  const service = await startService();
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('one '));
      controller.enqueue(Buffer.from('two'));
      controller.close();
    },
  });
  const headers = { ...service.apiKey, 'content-type': octets };
  const init = { method: 'POST', headers, body, duplex: 'half' } as const;
  const response = await fetch(`${service.url}/v1/submit_raw_data`, init);
  const { submission_id: id } = receipt.parse(await response.json());
  expect(await service.storedBytes(id)).toEqual(Buffer.from('one two'));
});

test('identical submissions are two submissions', async () => {
  const service = await startService();
  expect(await service.accepted('same')).not.toBe(await service.accepted('same'));
});

test('an empty body is refused with 400', async () => {
  const service = await startService();
  expect(await problem(await service.submit(''))).toEqual({ status: 400, error: expect.stringContaining('Empty') });
});

test('a body without a declared length that turns out empty is refused with 400', async () => {
  const service = await startService();
  const socket = await beginUpload(service, 'Transfer-Encoding: chunked');
  socket.write('0\r\n\r\n');
  expect(await firstLine(socket)).toContain(' 400 ');
  expect(await service.arriving()).toEqual([]);
});

test('an unknown or missing token name is refused with 400', async () => {
  const service = await startService();
  expect(await problem(await service.submitFor('dogecoin', 'x'))).toEqual({
    status: 400,
    error: 'Unknown token: dogecoin',
  });
  expect((await service.submitFor('', 'x')).status).toBe(400);
});

test('another content type is refused with 415', async () => {
  const service = await startService();
  expect((await service.submit('x', { 'content-type': 'application/json' })).status).toBe(415);
  expect((await service.submitFor('avail', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await service.submit('x', { 'content-type': 'nonsense' })).status).toBe(415);
});

test('a body over the limit is refused with 413, one at the limit is not', async () => {
  const service = await startService({ payloadLimitBytes: 100 });
  expect(await problem(await service.submit('x'.repeat(101)))).toMatchObject({ status: 413 });
  expect((await service.submit('x'.repeat(100))).status).toBe(200);
});

test.each(['documented', 'deployed'] as const)(
  'of itself the %s dialect takes 1 MiB and no byte more',
  async (dialect) => {
    const service = await startService({ dialect });
    const MIB = 1_048_576;
    expect((await service.submit(Buffer.alloc(MIB))).status).toBe(200);
    const refused = await service.submit(Buffer.alloc(MIB + 1));
    expect([refused.status, await refused.text()]).toEqual([
      413,
      expect.stringContaining('the limit is 1048576 bytes'),
    ]);
    expect(await service.storedIds()).toHaveLength(1);
  },
);

test('a body that grows past the limit without having said so is refused with 413 and dropped', async () => {
  const service = await startService({ payloadLimitBytes: 200_000 });
  const socket = await beginUpload(service, 'Transfer-Encoding: chunked');
  for (let sent = 0; sent <= 200_000; sent += 50_000) socket.write(`c350\r\n${'x'.repeat(50_000)}\r\n`);
  expect(await firstLine(socket)).toContain(' 413 ');
  socket.destroy();
  await expect.poll(() => service.arriving()).toEqual([]);
  expect(await service.storedIds()).toEqual([]);
});

test('a refused sender may send to its end, read its answer and use the connection again', async () => {
  const service = await startService({ payloadLimitBytes: 100_000 });
  const socket = await beginUpload(service, 'Transfer-Encoding: chunked');
  const piece = `c350\r\n${'x'.repeat(50_000)}\r\n`;
  for (let sent = 0; sent <= 100_000; sent += 50_000) socket.write(piece);
  expect(await firstLine(socket)).toContain(' 413 ');
  for (let sent = 0; sent < 20_000_000; sent += 50_000) socket.write(piece);
  socket.write('0\r\n\r\nGET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await firstLine(socket)).toContain(' 200 ');
  socket.destroy();
});

test('what the balance cannot pay is refused with 402 and leaves nothing behind', async () => {
  const service = await startService();
  expect(await problem(await service.submitFor('dai', 'x'))).toEqual({
    status: 402,
    error: expect.stringContaining('Insufficient balance'),
  });
  expect([await service.storedIds(), await service.arriving()]).toEqual([[], []]);
  expect(await service.read('/user/get_all_expenditure')).toEqual([]);
});

test('a sender that waits for 100 Continue hears a refusal before it sends', async () => {
  const service = await startService({ payloadLimitBytes: 10 });
  const headers = { ...service.apiKey, 'content-type': octets, 'content-length': 11, expect: '100-continue' };
  const upload = request(`${service.url}/v1/submit_raw_data`, { method: 'POST', headers });
  const continued = vi.fn();
  upload.on('continue', continued);
  upload.flushHeaders();
  const [response] = await once(upload, 'response');
  expect(response.statusCode).toBe(413);
  expect(continued).not.toHaveBeenCalled();
  upload.destroy();
});

test('a sender that waits for 100 Continue is told to go on', async () => {
  const service = await startService();
  const headers = { ...service.apiKey, 'content-type': octets, 'content-length': 2, expect: '100-continue' };
  const upload = request(`${service.url}/v1/submit_raw_data`, { method: 'POST', headers });
  upload.on('continue', () => upload.end('ok'));
  upload.flushHeaders();
  const [response] = await once(upload, 'response');
  response.resume();
  expect(response.statusCode).toBe(200);
});

test.each([
  ['destroyed', (socket: Socket) => socket.destroy()],
  ['ended', (socket: Socket) => socket.end()],
])('a large body whose connection is %s before its end leaves nothing behind', async (_how, cut) => {
  const service = await startService({ payloadLimitBytes: 10_000_000 });
  const balance = await service.balance(1);
  const socket = await beginUpload(service, 'Content-Length: 10000000');
  socket.write(randomBytes(3_000_000));
  await expect.poll(() => service.arriving()).toHaveLength(1);
  cut(socket);
  await expect.poll(() => service.arriving()).toEqual([]);
  expect(await service.read('/user/get_all_expenditure')).toEqual([]);
  expect([await service.storedIds(), await service.balance(1)]).toEqual([[], balance]);
});

test('a small body that lacks its last byte leaves nothing behind', async () => {
  const service = await startService();
  const socket = await beginUpload(service, 'Content-Length: 10');
  socket.write('123456789');
  socket.destroy();
  await once(socket, 'close');
  expect(await service.read('/user/get_all_expenditure')).toEqual([]);
  await service.service.close();
  expect([await service.storedIds(), await service.arriving()]).toEqual([[], []]);
});

test('closing the service drops what is still arriving', async () => {
  const service = await startService({ payloadLimitBytes: 10_000_000 });
  const socket = await beginUpload(service, 'Content-Length: 10000000');
  socket.write(randomBytes(3_000_000));
  await expect.poll(() => service.arriving()).toHaveLength(1);
  await service.service.close();
  expect(await service.arriving()).toEqual([]);
});

test('submissions at the same time never overdraw, and their fees add up to what was charged', async () => {
  const fees = { baseFee: 100n, feePerByte: 1n };
  const address = '0x00000000000000000000000000000000000000A1';
  const token = { name: 'scarce', address, decimals: 0, chainId: 1n, balance: 1050n, ...fees };
  const service = await startService({ tokens: [token] });
  const statuses = await Promise.all(
    Array.from({ length: 24 }, async () => (await service.submit('0123456789')).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(9);
  expect(statuses.filter((status) => status === 402)).toHaveLength(15);
  expect(await service.balance(1)).toBe(1050n - 9n * 110n);
  expect(await service.storedIds()).toHaveLength(9);
  const records = z.array(z.object({ fees: z.string().nullable() }));
  await expect
    .poll(async () => {
      const all = records.parse(await service.read('/user/get_all_expenditure'));
      return all.reduce((sum, { fees: fee }) => sum + BigInt(fee ?? 0), 0n);
    })
    .toBe(9n * 110n);
});

async function beginUpload(service: TestService, length: string): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = ['POST /v1/submit_raw_data HTTP/1.1', 'Host: localhost', `x-api-key: ${service.service.apiKey}`];
  socket.write([...head, `Content-Type: ${octets}`, length, '', ''].join('\r\n'));
  return socket;
}

async function firstLine(socket: Socket): Promise<string> {
  const [data] = await once(socket, 'data');
  return String(data).split('\r\n', 1)[0] ?? '';
}
