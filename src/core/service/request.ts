import { setTimeout as wait } from 'node:timers/promises';
import { connectionsTo } from './agents.ts';
import type { BodyReceiver } from './answer.ts';
import type { SignIn } from './connection.ts';
import {
  addressError,
  answerError,
  type RequestContext,
  type ServiceError,
  type ServiceResult,
  wireError,
} from './errors.ts';
import { exchange, neverAsked, standardLimits, type WireBody, type WireReport, type WireRequest } from './exchange.ts';
import { saysNotNow } from './rate-headers.ts';

type ServiceRequest = Omit<WireRequest, 'echoes'>;

/** A read is retried after these pauses (ms) if the connection or a gateway failed. */
const REPEATED_AFTER_MS = [300, 600];

/**
 * Makes one request and follows no redirect. Only reads are retried. Every request to a service goes through here: each
 * answer is searched for secrets, and the rate limiter sees the last one.
 */
export async function request(by: SignIn, asked: ServiceRequest): Promise<WireReport> {
  // A secret must not be sent in a URL, even if the user pasted it into a search or a token's name.
  const credential = by.echoes.kindIn([...asked.url.searchParams.values()]);
  if (credential !== null) return { ...neverAsked, failure: { kind: 'own-secret', credential } };
  let report = await once(by, asked);
  for (const pause of asked.method === 'GET' ? REPEATED_AFTER_MS : []) {
    if (!mayBeRepeated(report) || asked.signal.aborted) break;
    await wait(pause * (0.5 + Math.random()), undefined, { signal: asked.signal }).catch(() => undefined);
    report = await once(by, asked);
  }
  if (report.answer === null) return report;
  by.limiter?.hear(asked.method, report.answer);
  return report;
}

async function once(by: SignIn, asked: ServiceRequest): Promise<WireReport> {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', ...asked.headers, ...by.headers };
  const report = await exchange({ ...asked, headers, echoes: by.echoes.search }, await connectionsTo(asked.url));
  if (report.answer?.secretEchoed) by.echoes.onFound();
  return report;
}

/** The caller handles a pause that the service asks for, because it knows the other pending requests. */
function mayBeRepeated({ answer, failure }: WireReport): boolean {
  if (failure !== null) return failure.kind === 'connection';
  return answer !== null && [408, 502, 503, 504].includes(answer.status) && !saysNotNow(answer);
}

export function post(by: SignIn, sent: Omit<ServiceRequest, 'method'>): Promise<WireReport> {
  return request(by, { ...sent, method: 'POST' });
}

/** A body in memory that is sent in one piece. */
export function bytesBody(bytes: Uint8Array): WireBody {
  return {
    length: bytes.byteLength,
    async *pieces() {
      yield bytes;
    },
  };
}

/** A request to a node or another server that gets no credential. */
export type JsonPost = {
  /** The address, which may have a path prefix. */
  readonly address: string;
  readonly body: string;
  /** The longest answer, in bytes. */
  readonly answerBytes: number;
  /** From the request's last byte to the answer's last byte, in milliseconds. */
  readonly answerMs: number;
  /** Gets the answer's body. The result is then only its beginning. */
  readonly receiver?: BodyReceiver;
  readonly signal: AbortSignal;
};

const CONNECT_MS = 15_000;

/** No secret is sent, so none can be echoed. */
const asNobody: SignIn = {
  headers: {},
  scrub: (text) => text,
  echoes: { search: null, kindIn: () => null, onFound: () => undefined },
  limiter: null,
};

/** Asks once, without retries or redirects. Returns the body of a 2xx answer as UTF-8 text. */
export async function postJson(asked: JsonPost): Promise<ServiceResult<string>> {
  const url = URL.parse(asked.address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return refused(addressError);
  const { answerMs, answerBytes, receiver, signal } = asked;
  const report = await post(asNobody, {
    url,
    headers: { 'content-type': 'application/json' },
    body: bytesBody(Buffer.from(asked.body)),
    limits: { ...standardLimits, connectMs: CONNECT_MS, answerMs, answerBytes },
    signal,
    receiver,
  });
  const context: RequestContext = { method: 'POST', url, scrub: asNobody.scrub };
  const { answer } = report;
  if (answer === null || !answer.complete) return refused(wireError(context, report));
  if (answer.status >= 300) return refused(answerError(context, answer));
  return { ok: true, value: answer.body.toString('utf8') };
}

const refused = (error: ServiceError): ServiceResult<string> => ({ ok: false, error });
