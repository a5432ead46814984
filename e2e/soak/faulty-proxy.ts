import { once } from 'node:events';
import * as http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Conditions } from './batch-plan.ts';
import { fileOfBody } from './dropped-files.ts';
import { hashesOf, RecordFaults, type TakenSubmission } from './record-faults.ts';
import { chance } from './seeded.ts';
import { type SubmissionFault, submissionFault } from './submission-faults.ts';

export type ProxyParts = {
  readonly seed: number;
  readonly conditions: Conditions;
  /** The current address of the service. */
  readonly service: () => string;
  /** Called for each fault. */
  readonly met: (fault: string) => void;
  /** Called when a file is submitted to the service, with the number of different files so far. */
  readonly onAsked: (files: number) => void;
};

/** The delay before a connection without an answer ends. */
const NEVER_MS = 2_500;
const READING_FAILS = 0.06;
const LOOK_EVERY_MS = 5;
const page = '<!doctype html><html><body><h1>The gateway could not answer</h1></body></html>';
const json = { 'content-type': 'application/json; charset=utf-8' };

/**
 * A proxy on real sockets between the app and a service. It adds the faults of a seed. The service keeps every
 * complete body, even if the answer or the client is lost.
 */
export class FaultyProxy {
  readonly #parts: ProxyParts;
  readonly #server: http.Server;
  readonly #tries = new Map<string, number>();
  readonly #files = new Set<string>();
  readonly #taken = new Map<string, TakenSubmission>();
  readonly #records: RecordFaults;
  readonly #agent = new http.Agent({ keepAlive: false });
  #port = 0;
  #reads = 0;
  #underWay = 0;
  #refusing: Promise<void> | null = null;
  #calm = false;
  #closed = false;

  constructor(parts: ProxyParts) {
    this.#parts = parts;
    this.#records = new RecordFaults(parts.seed, parts.conditions, this.#taken, parts.met);
    this.#server = http.createServer((request, response) => {
      request.on('error', () => undefined);
      response.on('error', () => undefined);
      this.#underWay += 1;
      const url = request.url ?? '/';
      const done = url.includes('/submit_raw_data')
        ? this.#submission(request, response)
        : this.#reading(request, response);
      // A request that cannot be forwarded ends with its connection, as at a gateway that loses the service.
      void done
        .catch(() => request.socket.destroy())
        .finally(() => {
          this.#underWay -= 1;
        });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address !== null && typeof address !== 'string') this.#port = address.port;
  }

  /** Stops all faults. The hashes in records keep their changes. */
  calm(): void {
    this.#calm = true;
  }

  /** The number of different files submitted to the service. */
  asked(): number {
    return this.#files.size;
  }

  /** Resolves once no request is in progress. All clients must have ended before. */
  async idle(): Promise<void> {
    for (;;) {
      await this.#refusing;
      const open = await new Promise<number>((resolve) =>
        this.#server.getConnections((_error, count) => resolve(count)),
      );
      if (open === 0 && this.#underWay === 0) return;
      await wait(LOOK_EVERY_MS);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#refusing;
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #submission(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const length = Number(request.headers['content-length'] ?? 0);
    const pieces: Buffer[] = [];
    let bytes = 0;
    let fault: SubmissionFault | null | undefined;
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(piece)) continue;
      pieces.push(piece);
      bytes += piece.length;
      fault ??= this.#faultOf(Buffer.concat(pieces));
      if (fault?.kind === 'connection refused') return this.#refuse(request, fault.ms);
      if (fault?.kind === 'reset before the body') return reset(request);
      if (fault?.kind === 'reset amid the body' && bytes >= length / 2) {
        await this.#forwardHalf(request, Buffer.concat(pieces).subarray(0, Math.ceil(length / 2)));
        return reset(request);
      }
    }
    await this.#answer(fault ?? null, request, response, Buffer.concat(pieces));
  }

  #faultOf(begin: Buffer): SubmissionFault | null {
    const { seed, conditions, met, onAsked } = this.#parts;
    const file = fileOfBody(begin);
    const attempt = (this.#tries.get(file) ?? 0) + 1;
    this.#tries.set(file, attempt);
    // For files in parts, the first part counts.
    this.#files.add(file.replace(/^manifest of /, 'file ').replace(/ at \d+$/, ''));
    onAsked(this.#files.size);
    const fault = this.#calm ? null : submissionFault(seed, file, attempt, conditions.faultShare);
    if (fault !== null) met(fault.kind);
    return fault;
  }

  async #answer(
    fault: SubmissionFault | null,
    request: http.IncomingMessage,
    response: http.ServerResponse,
    body: Buffer,
  ): Promise<void> {
    switch (fault?.kind) {
      case 'reset after the body, not taken':
        return reset(request);
      case 'taken after everybody gave up':
        reset(request);
        await wait(fault.ms);
        await this.#forward(request, body);
        return;
      case 'answer lost':
        await this.#forward(request, body);
        return reset(request);
      case 'answer never sent':
        await this.#forward(request, body);
        await Promise.race([wait(NEVER_MS), once(request.socket, 'close')]);
        return reset(request);
      case 'answer broken off': {
        const { head, text } = await this.#forward(request, body);
        response.writeHead(head.statusCode ?? 500, { ...json, 'content-length': String(text.length) });
        response.write(text.slice(0, text.length / 2), () => request.socket.resetAndDestroy());
        return;
      }
      case 'own error after the charge':
        await this.#forward(request, body);
        return this.#ownError(response, fault.status);
      case 'own error without a charge':
        return this.#ownError(response, fault.status);
      case 'asks for a pause':
        return this.#ownError(response, fault.status, { 'retry-after': '1' });
      case 'page after the charge':
        await this.#forward(request, body);
        return void response.writeHead(fault.status, { 'content-type': 'text/html' }).end(page);
      case 'page without a charge':
        return void response.writeHead(fault.status, { 'content-type': 'text/html' }).end(page);
      default: {
        const { head, text } = await this.#forward(request, body);
        if (fault?.kind === 'answer slow') await wait(fault.ms);
        response.writeHead(head.statusCode ?? 500, withoutLength(head.headers)).end(text);
      }
    }
  }

  #ownError(response: http.ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
    const message = 'The submission could not be processed';
    const body = this.#parts.conditions.dialect === 'deployed' ? { state: 'ERROR', message } : { error: message };
    response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body));
  }

  async #reading(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { seed, met } = this.#parts;
    this.#reads += 1;
    const calm = this.#calm;
    if (!calm && chance(seed, 'reading', this.#reads) < READING_FAILS) {
      met('reading fails');
      if (chance(seed, 'reading how', this.#reads) < 0.5) return reset(request);
      return void response.writeHead(502, { 'content-type': 'text/html' }).end(page);
    }
    const { head, text } = await this.#forward(request, null);
    const path = request.url ?? '';
    const changed =
      head.statusCode !== 200
        ? text
        : /\/get_(?:all_expenditure|expenditure_by_time_range)/.test(path)
          ? this.#records.list(text, calm)
          : path.includes('/get_submission_info')
            ? this.#records.record(text)
            : text;
    response.writeHead(head.statusCode ?? 500, withoutLength(head.headers)).end(changed);
  }

  async #refuse(request: http.IncomingMessage, ms: number): Promise<void> {
    reset(request);
    if (this.#refusing !== null || this.#closed) return;
    this.#server.close();
    this.#server.closeIdleConnections();
    this.#refusing = wait(ms).then(async () => {
      if (!this.#closed) await this.listen();
      this.#refusing = null;
    });
  }

  #outgoing(request: http.IncomingMessage): http.ClientRequest {
    const { method, headers } = request;
    return http.request(new URL(request.url ?? '/', this.#parts.service()), {
      ...(method === undefined ? {} : { method }),
      headers,
      agent: this.#agent,
    });
  }

  async #forward(
    request: http.IncomingMessage,
    body: Buffer | null,
  ): Promise<{ readonly head: http.IncomingMessage; readonly text: string }> {
    const outgoing = this.#outgoing(request);
    const answered = once(outgoing, 'response');
    outgoing.end(body ?? undefined);
    const [head] = await answered;
    if (!(head instanceof http.IncomingMessage)) throw new Error('There was no answer.');
    const pieces: Buffer[] = [];
    for await (const piece of head) if (Buffer.isBuffer(piece)) pieces.push(piece);
    const text = Buffer.concat(pieces).toString('utf8');
    const id = /"submission_id":\s*"([^"]+)"/.exec(text)?.[1];
    if (body !== null && id !== undefined) {
      const file = fileOfBody(body);
      this.#taken.set(id, {
        file,
        place: Number(/\d+$/.exec(file)?.[0] ?? 0),
        at: performance.now(),
        ...hashesOf(body),
      });
    }
    return { head, text };
  }

  /** The service starts reading and never receives the end. */
  async #forwardHalf(request: http.IncomingMessage, half: Buffer): Promise<void> {
    const outgoing = this.#outgoing(request);
    outgoing.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      outgoing.once('close', resolve);
      outgoing.write(half, () => resolve());
    });
    outgoing.destroy();
  }
}

function reset(request: http.IncomingMessage): void {
  request.socket.resetAndDestroy();
}

function withoutLength({ 'content-length': _length, ...headers }: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
  return headers;
}
