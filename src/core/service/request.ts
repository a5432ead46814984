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

/** A read changes nothing, so it is repeated after these pauses (ms) if the connection or a gateway failed. */
const REPEATED_AFTER_MS = [300, 600];

/**
 * Makes one request and follows nothing. Only a read is repeated. Every request to a service passes here: its secrets are
 * searched for in each answer, and its rate limiter hears the last one.
 */
export async function request(by: SignIn, asked: ServiceRequest): Promise<WireReport> {
  // No secret leaves in a URL, wherever it was pasted: into a look-up, or as a token's name.
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
  const date = Date.parse(report.answer.headers.date ?? '');
  if (!Number.isNaN(date)) by.onDate(date);
  return report;
}

async function once(by: SignIn, asked: ServiceRequest): Promise<WireReport> {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', ...asked.headers, ...by.headers };
  const report = await exchange({ ...asked, headers, echoes: by.echoes.search }, await connectionsTo(asked.url));
  if (report.answer?.secretEchoed) by.echoes.onFound();
  return report;
}

/** A pause that the service asks for is the caller's to keep: it knows what else is waiting. */
function mayBeRepeated({ answer, failure }: WireReport): boolean {
  if (failure !== null) return failure.kind === 'connection';
  return answer !== null && [408, 502, 503, 504].includes(answer.status) && !saysNotNow(answer);
}

/** One POST, once. */
export function post(by: SignIn, sent: Omit<ServiceRequest, 'method'>): Promise<WireReport> {
  return request(by, { ...sent, method: 'POST' });
}

/** A body that is in memory, and leaves in one piece. */
export function bytesBody(bytes: Uint8Array): WireBody {
  return {
    length: bytes.byteLength,
    async *pieces() {
      yield bytes;
    },
  };
}

/** One question to a node or another server that is no service and is given no credential. */
export type JsonPost = {
  /** Base address, may carry a path prefix. */
  readonly address: string;
  readonly body: string;
  /** Longest answer, in bytes. */
  readonly answerBytes: number;
  /** From the request's last byte to the answer's, in milliseconds. */
  readonly answerMs: number;
  /** Takes the answer's body in place of the value, which then is its beginning. */
  readonly receiver?: BodyReceiver;
  readonly signal: AbortSignal;
};

const CONNECT_MS = 15_000;

/** No secret goes there, so none can come back. */
const asNobody: SignIn = {
  headers: {},
  scrub: (text) => text,
  echoes: { search: null, kindIn: () => null, onFound: () => undefined },
  onDate: () => undefined,
  limiter: null,
};

/** Asks once; repeats and follows nothing. Answers with the body of a 2xx, which is text in UTF-8. */
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
