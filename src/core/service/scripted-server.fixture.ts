import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import * as http from 'node:http';
import * as net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { files } from '../files/file-threads.fixture.ts';
import { closeConnections } from './agents.ts';
import type { Connection, Credentials } from './connection.ts';
import type { UploadFile, UploadHooks } from './file-body.ts';

/** For tests: servers on loopback that do exactly what a test says, and files to send to them. */

const cleanups: (() => Promise<void>)[] = [];

/** Call after each test: closes servers and connections, removes files. */
export async function cleanUp(): Promise<void> {
  closeConnections();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
};

/** Reads every request whole, remembers it, then lets `answer` answer it. */
export async function answering(
  answer: (received: Received, response: http.ServerResponse) => unknown,
): Promise<{ readonly baseUrl: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const { baseUrl } = await listening((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(pieces) };
      received.push(one);
      // A service behind this one may end before the last requests of a test.
      Promise.resolve(answer(one, response)).catch(() => response.destroy());
    });
  });
  return { baseUrl, received };
}

/** An HTTP server whose handler sees the request before its body. */
export async function listening(handler: http.RequestListener): Promise<{ readonly baseUrl: string }> {
  const server = http.createServer(handler);
  return { baseUrl: await listen(server, () => server.closeAllConnections()) };
}

/** A bare TCP server. */
export async function speaking(handler: (socket: net.Socket) => void): Promise<{ readonly baseUrl: string }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    handler(socket);
  });
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { baseUrl: await listen(server, hangUp) };
}

async function listen(server: net.Server, hangUp: () => void): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    const closed = once(server, 'close');
    server.close();
    hangUp();
    await closed;
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

export const apiKey = 'key-5f2c9e';
export const accessToken = 'token.with/odd+chars=';

export function connectionTo(
  baseUrl: string,
  changes: Partial<Omit<Connection, 'credentials'>> & { readonly credentials?: Credentials } = {},
): Connection {
  const { credentials = { apiKey, accessToken }, ...rest } = changes;
  return { baseUrl, submitBaseUrl: null, credentials: async () => credentials, ...rest };
}

export async function fileOf(content: Buffer): Promise<UploadFile> {
  // A file is sent over no link: the folder for temporary files lies behind one on macOS.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'dropslip-service-')));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'content.bin');
  await writeFile(path, content);
  const { mtimeNs } = await stat(path, { bigint: true });
  const sha256 = `0x${createHash('sha256').update(content).digest('hex')}`;
  return { path, size: content.length, mtimeNs, sha256, files };
}

export function patientHooks(changes: Partial<UploadHooks> = {}): UploadHooks {
  const signal = new AbortController().signal;
  return {
    signal,
    onProgress: () => undefined,
    beforeLastBytes: async () => undefined,
    mayResend: async () => true,
    ...changes,
  };
}

export function json(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
