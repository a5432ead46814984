import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { openRig, type Rig, type RigOptions } from '../submissions.fixture.ts';

/** A record as it stands in a list. */
export type Listed = { readonly id: string; readonly [field: string]: unknown };

/** `error`: of each record that is asked for alone. `changesEach`: what is asked for alone is changed as it is in lists. */
type Said = { change: (record: Listed) => readonly Listed[]; error?: string; changesEach?: boolean };

/** A rig whose service says of its records what a test makes of them, in lists and one by one. */
export async function rigWith(said: Said, options: RigOptions = {}): Promise<Rig> {
  let url = '';
  const rig = await openRig({ ...options, address: () => url });
  const relay = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const headers = new Headers();
    for (const name of ['x-api-key', 'authorization', 'content-type', 'token']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const body = request.method === 'GET' ? null : await buffer(request);
    const answer = await fetch(`${rig.service.url}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers,
      body,
    });
    const text = await answer.text();
    const isList = answer.ok && request.url?.includes('expenditure') === true;
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    const isOne = answer.ok && request.url?.includes('get_submission_info') === true;
    if (isOne && said.error !== undefined) {
      response.end(
        JSON.stringify({ id: new URL(request.url ?? '', url).searchParams.get('submission_id'), error: said.error }),
      );
      return;
    }
    if (isOne && said.changesEach === true) {
      response.end(JSON.stringify(said.change(JSON.parse(text) as Listed)[0]));
      return;
    }
    response.end(isList ? JSON.stringify((JSON.parse(text) as Listed[]).flatMap(said.change)) : text);
  };
  const server = createServer((request, response) => {
    // The service may end before the last requests of a test.
    relay(request, response).catch(() => response.destroy());
  }).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await rig.restart();
  return rig;
}
