import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

type ListedToken = {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly decimals: number;
};

export type ListingService = {
  readonly url: string;
  readonly accessToken: string;
  /** What get_all_expenditure lists from now on: records, or the very bytes for a limit. */
  list: (records: readonly object[] | ((limit: number) => Buffer)) => void;
  /** Lists are answered only once this has resolved. */
  readonly holdLists: (until: Promise<void>) => void;
  /** How often get_all_expenditure was asked for. */
  readonly listsAsked: () => number;
  /** How many of those questions were hung up on before they were answered. */
  readonly listsDropped: () => number;
  /** Every key and token that came, as its header had it. */
  readonly credentialsSeen: () => readonly string[];
  /** When the last byte of the last list was handed to the system; epoch milliseconds, null before that. */
  readonly listedAt: () => number | null;
  readonly close: () => Promise<void>;
};

const listedTokens: readonly ListedToken[] = [
  { id: 1, name: 'ethereum', address: '0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5', decimals: 18 },
  { id: 2, name: 'usd-coin', address: '0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01', decimals: 6 },
];

/** A service that lists exactly what a test says: what no ledger would ever hold, or more than one can be filled with. */
/** `tokens`: what its token map names. */
export async function startListingService(tokens = listedTokens): Promise<ListingService> {
  let bytesFor = (_limit: number): Buffer => Buffer.from('[]');
  let listedAt: number | null = null;
  let held = Promise.resolve();
  let listsAsked = 0;
  let listsDropped = 0;
  const credentialsSeen: string[] = [];
  const json = (response: ServerResponse, body: object | Buffer): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://service');
    const { authorization, 'x-api-key': apiKey } = request.headers;
    for (const credential of [authorization, apiKey])
      if (credential !== undefined) credentialsSeen.push(`${credential}`);
    if (path === '/user/get_all_expenditure') {
      listsAsked += 1;
      response.once('close', () => {
        if (!response.writableFinished) listsDropped += 1;
      });
      response.once('finish', () => {
        listedAt = performance.timeOrigin + performance.now();
      });
      void held.then(() => json(response, bytesFor(Number(searchParams.get('limit')))));
    } else if (path === '/user/get_all_tokens') {
      json(
        response,
        listedTokens.map(({ id, address }) => ({
          token_details_id: id,
          user_id: 'listed',
          token_address: address,
          token_balance: '1000',
        })),
      );
    } else if (path === '/token_map') {
      const entries = tokens.map(({ name, address, decimals }) => [
        name,
        { token_address: address, token_decimals: decimals },
      ]);
      json(response, { token_map: Object.fromEntries(entries) });
    } else if (path === '/health') {
      json(response, { status: 'OK', message: 'Service is running' });
    } else {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"No such endpoint"}');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    accessToken: 'listing-token',
    list: (records) => {
      bytesFor =
        typeof records === 'function' ? records : (limit) => Buffer.from(JSON.stringify(records.slice(0, limit)));
    },
    holdLists: (until) => {
      held = until;
    },
    listsAsked: () => listsAsked,
    listsDropped: () => listsDropped,
    credentialsSeen: () => credentialsSeen,
    listedAt: () => listedAt,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
