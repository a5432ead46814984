import * as http from 'node:http';

/** What the gateway does with one request for bytes; null: it is passed on. `bytes`: in place of the service's. */
type Fault =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body: string;
    }
  | { readonly kind: 'change'; readonly at: number }
  | { readonly kind: 'cut'; readonly after: number }
  | { readonly kind: 'other'; readonly id: string }
  | { readonly kind: 'hang-up' }
  | { readonly kind: 'hold'; readonly until: Promise<void> };

/** Passes everything on to the service, counts the requests for bytes, and breaks those that a test wants broken. */
export async function startGateway(target: string) {
  const asked: string[] = [];
  let faultOf: (id: string, time: number) => Fault | null = () => null;
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', target);
    const id = url.searchParams.get('submission_id') ?? '';
    const isBytes = url.pathname.endsWith('/get_pre_image');
    const fault = isBytes ? faultOf(id, asked.filter((one) => one === id).length) : null;
    if (isBytes) asked.push(id);
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, fault.headers ?? {}).end(fault.body);
      return;
    }
    if (fault?.kind === 'hang-up') {
      request.socket.destroy();
      return;
    }
    if (fault?.kind === 'hold') await fault.until;
    if (fault?.kind === 'other') url.searchParams.set('submission_id', fault.id);
    const { 'x-api-key': apiKey, authorization } = request.headers;
    const headers = {
      ...(typeof apiKey === 'string' ? { 'x-api-key': apiKey } : {}),
      ...(authorization === undefined ? {} : { authorization }),
    };
    const passedOn = async () => {
      const answer = await fetch(url, { headers });
      return { answer, body: Buffer.from(await answer.arrayBuffer()) };
    };
    // Where a test is over, so may the service be.
    const got = await passedOn().catch(() => null);
    if (got === null) {
      request.socket.destroy();
      return;
    }
    const { answer, body } = got;
    if (fault?.kind === 'change') body[fault.at] = (body[fault.at] ?? 0) ^ 1;
    const kept = ['content-type', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'];
    const passed = kept.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(answer.status, { ...Object.fromEntries(passed), 'content-length': body.length });
    if (fault?.kind === 'cut') {
      response.write(body.subarray(0, fault.after), () => request.socket.destroy());
      return;
    }
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Submission ids whose bytes were asked for, in order. */
    asked,
    /** `time`: how often the bytes of this id were asked for before. */
    breakWith: (fault: typeof faultOf) => {
      faultOf = fault;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
