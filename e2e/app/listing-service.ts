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
  /** Sets the answer of get_all_expenditure: records, or the exact bytes for a limit. */
  list: (records: readonly object[] | ((limit: number) => Buffer)) => void;
  /** Delays lists until this resolves. */
  readonly holdLists: (until: Promise<void>) => void;
  /** Number of requests for get_all_expenditure. */
  readonly listsAsked: () => number;
  /** Number of those requests that the client aborted before the answer. */
  readonly listsDropped: () => number;
  /** Every received key and token, with its header's full value. */
  readonly credentialsSeen: () => readonly string[];
  /** Time when the last byte of the last list was handed to the system; epoch milliseconds, null before. */
  readonly listedAt: () => number | null;
  readonly close: () => Promise<void>;
};

const listedTokens: readonly ListedToken[] = [
  { id: 1, name: 'ethereum', address: '0x7ae3b5c1d09f24e68b1c0d5a93f7e2648cb0d1f5', decimals: 18 },
  { id: 2, name: 'usd-coin', address: '0x3c9f0a7b6e2d81d45a0be917fc8436d2e5b7aa01', decimals: 6 },
];

/**
 * A service with exactly the list of a test: data that no ledger would contain, or more than a ledger can be filled
 * with.
 */
/** `tokens`: the content of its token map. */
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
