import { EventEmitter } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { configureRequestUrl, type DownloadOptions, HttpExecutor } from 'builder-util-runtime';

/** Of one check or download, redirects among them: electron-updater itself follows a circle of them for ever. */
const MOST_REQUESTS = 20;

/** Why a request of electron-updater’s was not made, or what came was not taken. */
export class RefusedByDropslip extends Error {
  readonly code: 'ERR_LEADS_ELSEWHERE' | 'ERR_TOO_MUCH';

  constructor(code: 'ERR_LEADS_ELSEWHERE' | 'ERR_TOO_MUCH', text: string) {
    super(text);
    this.code = code;
  }
}

/** Stands where a request would: nothing goes out. */
class RefusedRequest extends EventEmitter {
  readonly #why: RefusedByDropslip;

  constructor(why: RefusedByDropslip) {
    super();
    this.#why = why;
  }

  end(): void {
    process.nextTick(() => this.emit('error', this.#why));
  }

  abort(): void {}
}

type FeedRequestsParts = {
  /** The feed’s, and with it the only host that is ever asked. */
  readonly origin: string;
  /** Without anything moving. */
  readonly patienceMs: number;
};

/**
 * What electron-updater asks, over Node’s connections: Chromium, which it would use, looks no names up in this app
 * (`security.ts`). Nothing goes to another host than the feed’s, and with it goes nothing that tells one copy of the app from
 * another.
 */
export class FeedRequests extends HttpExecutor<http.ClientRequest | RefusedRequest> {
  readonly #parts: FeedRequestsParts;
  readonly #running = new Set<http.ClientRequest>();
  #agent: http.Agent | undefined;
  #mostBytes = 0;
  #asked = 0;

  constructor(parts: FeedRequestsParts) {
    super();
    this.#parts = parts;
  }

  /** Before each check and each download. `mostBytes`: of one answer. */
  begin(agent: http.Agent, mostBytes: number): void {
    this.#agent = agent;
    this.#mostBytes = mostBytes;
    this.#asked = 0;
  }

  /** Ends all that is asked now. electron-updater forgets what is cancelled, and leaves its connection open. */
  abort(): void {
    for (const request of this.#running) request.destroy(new Error('The request was ended.'));
  }

  /** The feed. electron-updater parses it unbounded, and nested aliases of 500 bytes come to gigabytes. */
  override async request(...asked: Parameters<HttpExecutor<http.ClientRequest>['request']>): Promise<string | null> {
    const text = await super.request(...asked);
    if (text !== null) await refuseAnchors(text);
    return text;
  }

  /** By what electron-updater gets a file: of its own it has this over Chromium alone. */
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request: http.RequestOptions = {};
      configureRequestUrl(url, request);
      const callback = (error: Error | null | undefined): void => (error ? reject(error) : resolve(destination));
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }

  override createRequest(
    options: http.RequestOptions,
    callback: (response: http.IncomingMessage) => void,
  ): http.ClientRequest | RefusedRequest {
    const refusal = this.#refusal(options);
    if (refusal !== null) return new RefusedRequest(refusal);
    const { request: open } = options.protocol === 'https:' ? https : http;
    const request = open({ ...options, agent: this.#agent, headers: plainHeaders }, (response) => {
      this.#bound(response);
      callback(response);
    });
    this.#running.add(request);
    request.once('close', () => this.#running.delete(request));
    return request;
  }

  override addErrorAndTimeoutHandlers(request: EventEmitter, reject: (error: Error) => void): void {
    super.addErrorAndTimeoutHandlers(request, reject, this.#parts.patienceMs);
  }

  #refusal({ protocol, hostname, port }: http.RequestOptions): RefusedByDropslip | null {
    const origin = URL.parse(`${protocol}//${hostname}${port ? `:${port}` : ''}`)?.origin;
    if (origin !== this.#parts.origin)
      return new RefusedByDropslip('ERR_LEADS_ELSEWHERE', `The feed leads to ${origin}.`);
    this.#asked += 1;
    return this.#asked > MOST_REQUESTS ? new RefusedByDropslip('ERR_TOO_MUCH', 'The feed leads on and on.') : null;
  }

  #bound(response: http.IncomingMessage): void {
    let received = 0;
    response.on('data', (piece: Buffer | string) => {
      received += Buffer.byteLength(piece);
      if (received > this.#mostBytes)
        response.destroy(new RefusedByDropslip('ERR_TOO_MUCH', `An answer is longer than ${this.#mostBytes} bytes.`));
    });
  }
}

/** An alias needs an anchor before it. js-yaml bounds the depth by itself. */
async function refuseAnchors(text: string): Promise<void> {
  const { load } = await import('js-yaml');
  const listener = (_event: string, state: object): void => {
    if ('anchorMap' in state && Object.keys(state.anchorMap ?? {}).length > 0)
      throw new RefusedByDropslip('ERR_TOO_MUCH', 'The feed has anchors.');
  };
  load(text, { listener });
}

/**
 * In place of electron-updater’s, which has an id of this copy among them. A connection that is kept would gather its
 * listeners.
 */
const plainHeaders = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'cache-control': 'no-cache',
  'user-agent': 'Dropslip',
  connection: 'close',
};
