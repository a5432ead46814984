import { once } from 'node:events';
import * as http from 'node:http';

/** What becomes of one submission on its way. `forwarded`: the service gets it whole all the same. */
export type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'reset'; readonly afterBytes: number }
  | { readonly kind: 'reset-when-whole'; readonly forwarded: boolean }
  | { readonly kind: 'silence'; readonly forwarded: boolean }
  | { readonly kind: 'late'; readonly ms: number }
  | {
      readonly kind: 'answer';
      readonly forwarded: boolean;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** Bytes after which the answer breaks off. */
      readonly cutAt?: number;
    };

export type FaultyProxy = {
  readonly url: string;
  /** Submissions that came in so far, repeated ones included. */
  readonly submissions: () => number;
  readonly close: () => Promise<void>;
};

/** A proxy on loopback that passes everything on to `target`, and breaks POSTs to `endpoint` as `next` says. For tests. */
export async function startFaultyProxy(
  target: string,
  /** Is given how many bytes the body says that it has. */
  next: (bytes: number) => Fault,
  endpoint = 'submit_raw_data',
): Promise<FaultyProxy> {
  const upstream = new http.Agent({ keepAlive: false });
  const timers = new Set<NodeJS.Timeout>();
  let count = 0;

  function forward(request: http.IncomingMessage, body: Buffer): Promise<{ head: http.IncomingMessage; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const { method, headers } = request;
      const outgoing = http.request(new URL(request.url ?? '/', target), {
        ...(method === undefined ? {} : { method }),
        headers,
        agent: upstream,
      });
      outgoing.on('error', reject);
      outgoing.on('response', (head) => {
        const pieces: Buffer[] = [];
        head.on('data', (piece: Buffer) => pieces.push(piece));
        head.on('end', () => resolve({ head, body: Buffer.concat(pieces) }));
      });
      outgoing.end(body);
    });
  }

  async function pass(request: http.IncomingMessage, response: http.ServerResponse, body: Buffer): Promise<void> {
    const answer = await forward(request, body);
    response.writeHead(answer.head.statusCode ?? 500, answer.head.headers).end(answer.body);
  }

  async function spoil(
    fault: Fault,
    request: http.IncomingMessage,
    response: http.ServerResponse,
    body: Buffer,
  ): Promise<void> {
    switch (fault.kind) {
      case 'none':
        return pass(request, response, body);
      case 'reset':
        return;
      case 'reset-when-whole':
        if (fault.forwarded) await forward(request, body);
        request.socket.resetAndDestroy();
        return;
      case 'silence':
        if (fault.forwarded) await forward(request, body);
        return;
      case 'late': {
        const timer = setTimeout(() => {
          timers.delete(timer);
          forward(request, body).catch(() => undefined);
        }, fault.ms);
        timers.add(timer);
        return;
      }
      case 'answer': {
        if (fault.forwarded) await forward(request, body);
        const bytes = Buffer.from(fault.body);
        response.writeHead(fault.status, { ...fault.headers, 'content-length': String(bytes.length) });
        if (fault.cutAt === undefined) response.end(bytes);
        else response.write(bytes.subarray(0, fault.cutAt), () => request.socket.resetAndDestroy());
      }
    }
  }

  const server = http.createServer((request, response) => {
    const isSubmission = request.method === 'POST' && (request.url ?? '').includes(endpoint);
    if (isSubmission) count += 1;
    const fault: Fault = isSubmission ? next(Number(request.headers['content-length'] ?? 0)) : { kind: 'none' };
    const pieces: Buffer[] = [];
    let bytes = 0;
    const resetAt = fault.kind === 'reset' ? fault.afterBytes : Number.POSITIVE_INFINITY;
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    if (resetAt === 0) {
      request.socket.resetAndDestroy();
      return;
    }
    request.on('data', (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= resetAt) request.socket.resetAndDestroy();
    });
    request.on('end', () => {
      spoil(fault, request, response, Buffer.concat(pieces)).catch(() => request.socket.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    submissions: () => count,
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      upstream.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Faults that files meet one after the other, and then none. */
export function inTurn(faults: readonly Fault[]): () => Fault {
  const left = [...faults];
  return () => left.shift() ?? { kind: 'none' };
}
