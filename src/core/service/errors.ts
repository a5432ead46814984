import type { Failure, FailureValues } from '../../shared/failures/failure.ts';
import type { serviceMessages } from '../../shared/messages/failures/service.ts';
import type { Answer } from './answer.ts';
import { NOT_HTTP, type WireFailure, type WireReport } from './exchange.ts';
import { retryTime } from './rate-headers.ts';
import { parseErrorBody, saysNoSuchPath } from './statements.ts';

export type ServiceErrorCode = keyof typeof serviceMessages | 'cancelled';

type ServiceFailure = Failure<ServiceErrorCode>;

export type ServiceError = ServiceFailure & {
  readonly status?: number;
  /** The earliest instant (epoch milliseconds) at which a retry makes sense, from the answer's headers. */
  readonly retryAt?: number;
  /** The path does not exist; another form of it may. */
  readonly noSuchPath?: true;
  /** The answer was longer than the request allows; a request with a larger limit may succeed. */
  readonly tooLong?: true;
};

/** Removes the fields that only the caller of an endpoint needs. */
export function plainFailure({ status, retryAt, noSuchPath, tooLong, ...failure }: ServiceError): Failure {
  return failure;
}

export type ServiceResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ServiceError };

/** The facts about a request that its error needs. */
export type RequestContext = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly scrub: (text: string) => string;
  /** The app id that a service with credits got with a submission; null or absent if none was sent. */
  readonly sentAppId?: string | null;
};

type LostConnection = Extract<WireFailure, { kind: 'connection' | 'timeout' }>;

const detailCharacters = 500;
/** The longest text taken from a status line, a Location or the service's words. Each may be as long as all headers. */
const lineCharacters = 200;

/** Returns the error of an answer with a failure status (observed-behaviour: "Errors"). */
export function answerError(context: RequestContext, answer: Answer): ServiceError {
  if (answer.secretEchoed) return echoedError(context, answer);
  const body = answer.body.toString('utf8');
  const words = spokenWords(body, answer, context.scrub);
  const failure = refusal(context, answer, words === '' ? null : words);
  const isForNow = failure.code === 'rate-limited' || failure.code === 'unavailable';
  const retryAt = isForNow ? retryTime(answer.headers, Date.now()) : undefined;
  return {
    ...failure,
    detail: detailOf(context, answer),
    status: answer.status,
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(saysNoSuchPath(answer) ? { noSuchPath: true } : {}),
  };
}

/** Returns the error of an answer that contains one of the account's secrets. Only the answer's status is shown. */
function echoedError({ method, url }: RequestContext, { status, headers }: Answer): ServiceError {
  const retryAt = status === 429 || status === 503 ? retryTime(headers, Date.now()) : undefined;
  return {
    code: 'secret-echoed',
    detail: `${method} ${readableAddress(url)}\nHTTP ${status}`,
    status,
    ...(retryAt === undefined ? {} : { retryAt }),
  };
}

/** Returns the error of an answer that cannot be understood: broken off, too long, or not the expected JSON. */
export function unreadableError(context: RequestContext, answer: Answer, why: string): ServiceError {
  if (answer.secretEchoed) return echoedError(context, answer);
  return {
    code: 'unreadable-answer',
    detail: `${why}\n${detailOf(context, answer)}`,
    status: answer.status,
  };
}

/** Returns the error of a request without a complete answer. */
export function wireError(context: RequestContext, report: WireReport): ServiceError {
  const { answer, failure } = report;
  if (failure?.kind === 'cancelled') return { code: 'cancelled' };
  if (failure?.kind === 'own-secret') return { code: 'own-secret' };
  if (answer !== null) {
    if (answer.status >= 300 || answer.secretEchoed) return answerError(context, answer);
    if (failure?.kind === 'receiver') return unreadableError(context, answer, `Receiving it failed: ${failure.text}`);
    if (!answer.tooLong) return unreadableError(context, answer, 'The answer broke off.');
    return {
      code: 'unreadable-answer',
      detail: `The answer is too long.\n${detailOf(context, answer)}`,
      status: answer.status,
      tooLong: true,
    };
  }
  const request = `${context.method} ${readableAddress(context.url)}`;
  if (failure === null || failure.kind === 'receiver') {
    return { code: 'unreachable', values: { why: 'no-answer' }, detail: request };
  }
  const isSending = context.method === 'POST' && !report.handedOver;
  return {
    ...lostConnection(failure, context.url, isSending),
    detail: context.scrub(`${request}\n${failureDetail(failure)}`),
  };
}

export const addressError: ServiceError = {
  code: 'unreachable',
  values: { why: 'address-not-valid' },
  detail: 'Not an http(s) address, or with a user name or password.',
};

/** Classifies an answer by its status and, if services have no status for the case, by its words. */
function refusal(context: RequestContext, answer: Answer, said: string | null): ServiceFailure {
  const { status } = answer;
  if (status === 402 || (status < 500 && /insufficient|not enough (balance|funds|credit)/i.test(said ?? ''))) {
    return { code: 'insufficient-balance' };
  }
  const aboutAppId = appIdProblem(context, status, said);
  if (aboutAppId !== null) return aboutAppId;
  if (status === 400 && /\bempty\b|no data/i.test(said ?? '')) return { code: 'empty' };
  if (status === 401 || status === 403) return { code: 'unauthorised' };
  if (status === 404) return notFound(context, said);
  if (status === 406) return { code: 'not-an-id' };
  if (status === 413) {
    return { code: 'too-large', values: { limit: payloadLimitIn(said ?? ''), taken: null, said } };
  }
  if (status === 429) return { code: 'rate-limited' };
  if (status === 501) return { code: 'not-final' };
  if ([408, 502, 503, 504].includes(status)) return { code: 'unavailable' };
  if (status >= 500) return { code: 'server-error', values: { said } };
  const isRedirect = status >= 300 && status < 400;
  return {
    code: 'rejected',
    values: isRedirect ? { why: 'moved', to: movedTo(answer, context) } : { why: 'refused', said },
  };
}

/**
 * Services with credits may require an app id (400), and accept only some (403). They refuse a key with 401, so a 403 is
 * about the app id.
 */
function appIdProblem(
  { sentAppId = null }: RequestContext,
  status: number,
  said: string | null,
): ServiceFailure | null {
  if (status !== 400 && status !== 403) return null;
  if (sentAppId === null) return /x-avail-app-id/i.test(said ?? '') ? { code: 'app-id-required' } : null;
  const isAbout = status === 403 || /app[ _-]?id/i.test(said ?? '');
  return isAbout ? { code: 'app-id-refused', values: { appId: sentAppId } } : null;
}

/** Only a request for one submission contains an id that may be wrong. */
function notFound({ method, url }: RequestContext, said: string | null): ServiceFailure {
  if (method === 'GET') return { code: url.searchParams.has('submission_id') ? 'not-found' : 'not-offered' };
  return said === null ? { code: 'not-accepted-here' } : { code: 'rejected', values: { why: 'refused', said } };
}

/** Returns the target of a redirect without its query, for the message and `detail`. Null if the answer names none. */
function movedTo({ headers: { location = '' } }: Answer, context: RequestContext): string | null {
  // An empty location would resolve to the request's own address.
  const target = location.trim() === '' ? null : URL.parse(location, context.url.href);
  return target === null ? null : shortened(context.scrub(readableAddress(target)));
}

/** Returns the service's words on one line: the text of an error body, or a short plain text. Never a proxy's page. */
function spokenWords(body: string, answer: Answer, scrub: (text: string) => string): string {
  const words = parseErrorBody(body) ?? (isPlainWords(body, answer) ? body : '');
  return shortened(scrub(words).replace(/\s+/g, ' ').trim());
}

function shortened(text: string): string {
  return text.length > lineCharacters ? `${text.slice(0, lineCharacters)}…` : text;
}

/** True for a short plain text such as `Unauthorized`, not for a page or JSON. */
function isPlainWords(body: string, answer: Answer): boolean {
  const text = body.trim();
  return (
    text !== '' && text.length <= 300 && !/^[<{[]/.test(text) && !/html/i.test(answer.headers['content-type'] ?? '')
  );
}

function detailOf(context: RequestContext, answer: Answer): string {
  const status = `HTTP ${answer.status} ${answer.statusText}`.trim();
  const moved = movedTo(answer, context);
  // Scrubbed before it is cut, so that no part of a secret remains at the end.
  const body = context.scrub(answer.body.toString('utf8')).slice(0, detailCharacters);
  return [
    `${context.method} ${readableAddress(context.url)}`,
    shortened(context.scrub(status)),
    moved === null ? '' : `Points to ${moved}`,
    body,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function lostConnection(failure: LostConnection, url: URL, isSending: boolean): ServiceFailure {
  if (failure.kind === 'connection' && failure.code === NOT_HTTP) {
    return { code: 'unreadable-answer' };
  }
  const values = failure.kind === 'timeout' ? silence(failure, url) : breakage(failure, url, isSending);
  return { code: 'unreachable', values };
}

type Unreachable = FailureValues['unreachable'];

function silence({ waitedFor, proxy }: Extract<WireFailure, { kind: 'timeout' }>, { host }: URL): Unreachable {
  if (waitedFor !== 'connection') return { why: 'no-answer' };
  return proxy === null ? { why: 'silent', host } : { why: 'proxy', proxy };
}

function breakage(
  { code, connected, proxy }: Extract<WireFailure, { kind: 'connection' }>,
  { host, hostname }: URL,
  isSending: boolean,
): Unreachable {
  if (code === 'ERR_PROXY_UNUSABLE') return { why: 'proxy-unusable' };
  if (code.startsWith('ERR_PROXY') && proxy !== null) return { why: 'proxy', proxy };
  if (proxy !== null && !connected && /^(ENOTFOUND|EAI_AGAIN|E[A-Z]*(REFUSED|UNREACH|TIMEDOUT|RESET))$/.test(code)) {
    return { why: 'proxy', proxy };
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { why: 'name-unknown', host: hostname };
  if (/SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/.test(code)) return { why: 'untrusted', host };
  if (/CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|UNABLE_TO_|^EPROTO$/.test(code)) return { why: 'insecure', host };
  if (!connected) return { why: 'silent', host };
  return { why: isSending ? 'broke-off-sending' : 'broke-off' };
}

function failureDetail(failure: LostConnection): string {
  return failure.kind === 'timeout'
    ? `Gave up waiting for the ${failure.waitedFor}.`
    : `${failure.code}: ${failure.text}`;
}

/** An address for users and reports, without its query. */
function readableAddress(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** Only unambiguous units: services disagree on the size of `MB`. */
const byteUnits: ReadonlyMap<string, number> = new Map([
  ['bytes', 1],
  ['byte', 1],
  ['b', 1],
  ['kib', 1024],
  ['mib', 1024 ** 2],
  ['gib', 1024 ** 3],
]);

const byteCount = String.raw`(\d{1,3}(?:[, _]\d{3})+|\d{1,15})\s*(bytes?|b|[kmg]ib)\b`;
const namedLimit = new RegExp(String.raw`\b(?:limit|max(?:imum)?|at most|up to)\b[^\d]{0,40}${byteCount}`, 'gi');

/** Returns the largest body that a refusal says the service accepts, in bytes; null if the text is ambiguous. */
export function payloadLimitIn(words: string): number | null {
  const limits = new Set(
    [...words.matchAll(namedLimit)].map(([, digits = '', unit = '']) => {
      return Number(digits.replace(/\D/g, '')) * (byteUnits.get(unit.toLowerCase()) ?? Number.NaN);
    }),
  );
  const [limit] = limits;
  return limits.size === 1 && limit !== undefined && Number.isSafeInteger(limit) && limit > 0 ? limit : null;
}
