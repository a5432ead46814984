import type { Failure } from '../../shared/failures/failure.ts';
import type { Answer } from './http/answer.ts';
import type { WireFailure, WireReport } from './http/wire.ts';
import { retryTime } from './parsing/rate-headers.ts';
import { parseErrorBody, saysNoSuchPath } from './parsing/statements.ts';

/** Everything that a request to the service can fail with; the window has a sentence for each. */
export type ServiceErrorCode =
  | 'unreachable'
  | 'unauthorised'
  | 'credential-missing'
  | 'too-large'
  | 'empty'
  | 'insufficient-balance'
  | 'rate-limited'
  | 'unavailable'
  | 'rejected'
  | 'not-found'
  | 'not-an-id'
  | 'not-final'
  | 'server-error'
  | 'unreadable-answer'
  | 'answered-early'
  | 'id-in-doubt'
  | 'secret-echoed'
  | 'cancelled';

export type ServiceError = Failure<ServiceErrorCode> & {
  readonly status?: number;
  /** Earliest instant (epoch milliseconds) at which trying again makes sense, from the answer's own headers. */
  readonly retryAt?: number;
  /** Nothing is at the path that was asked: another form of it may be. */
  readonly noSuchPath?: true;
  /** The answer was longer than what was asked for can be: a larger list may be asked for. */
  readonly tooLong?: true;
};

/** Without what is of use to those who ask alone. */
export function plainFailure({ status, retryAt, noSuchPath, tooLong, ...failure }: ServiceError): Failure {
  return failure;
}

export type ServiceResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ServiceError };

/** What an error needs to know of the request that it is about. */
export type Asked = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly scrub: (text: string) => string;
};

type LostConnection = Extract<WireFailure, { kind: 'connection' | 'timeout' }>;

const detailCharacters = 500;
/** Of words, a status line or a Location: each may be as long as all headers together. */
const lineCharacters = 200;

/** The error that an answer with a failure status stands for (observed-behaviour: "Errors"). */
export function answerError(asked: Asked, answer: Answer): ServiceError {
  if (answer.secretEchoed) return echoedError(asked, answer);
  const body = answer.body.toString('utf8');
  const words = spokenWords(body, answer, asked.scrub);
  const code = codeOf(answer.status, words);
  const retryAt = code === 'rate-limited' || code === 'unavailable' ? retryTime(answer.headers, Date.now()) : undefined;
  return {
    code,
    message: sentence(code, answer, words, asked),
    detail: detailOf(asked, answer),
    status: answer.status,
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(saysNoSuchPath(answer) ? { noSuchPath: true } : {}),
  };
}

/** The error of an answer that holds one of the account's secrets; it says nothing of that answer but its status. */
function echoedError({ method, url }: Asked, { status, headers }: Answer): ServiceError {
  const retryAt = status === 429 || status === 503 ? retryTime(headers, Date.now()) : undefined;
  return {
    code: 'secret-echoed',
    message:
      'The service gave this account’s key or token back in its answer, so Dropslip read nothing of it. Tell the service’s operator, and ask for a new key.',
    detail: `${method} ${readableAddress(url)}\nHTTP ${status}`,
    status,
    ...(retryAt === undefined ? {} : { retryAt }),
  };
}

/** The error of an answer that came but cannot be understood: broken off, too long, not the JSON that it should be. */
export function unreadableError(asked: Asked, answer: Answer, why: string): ServiceError {
  return {
    code: 'unreadable-answer',
    message: 'The service’s answer could not be understood. Check that the account’s address is that of the service.',
    detail: `${why}\n${detailOf(asked, answer)}`,
    status: answer.status,
  };
}

/** The error of a request that got no whole answer. */
export function wireError(asked: Asked, report: WireReport): ServiceError {
  const { answer, failure } = report;
  if (failure?.kind === 'cancelled') return { code: 'cancelled', message: 'Cancelled.' };
  if (answer !== null) {
    if (answer.status >= 300 || answer.secretEchoed) return answerError(asked, answer);
    if (failure?.kind === 'receiver') return unreadableError(asked, answer, `Taking it in failed: ${failure.text}`);
    if (!answer.tooLong) return unreadableError(asked, answer, 'The answer broke off.');
    return {
      code: 'unreadable-answer',
      detail: `The answer is longer than any that is expected.\n${detailOf(asked, answer)}`,
      status: answer.status,
      message:
        'The service’s answer is longer than what it was asked for, so Dropslip stopped reading it. If it stays so, tell the service’s operator.',
      tooLong: true,
    };
  }
  const request = `${asked.method} ${readableAddress(asked.url)}`;
  if (failure === null || failure.kind === 'receiver') {
    return { code: 'unreachable', message: 'No answer came. Try again.', detail: request };
  }
  return { ...failureSentence(failure, asked.url), detail: asked.scrub(`${request}\n${failureDetail(failure)}`) };
}

/** The address in the account cannot be used at all. */
export const addressError: ServiceError = {
  code: 'unreachable',
  message: 'The account’s address is not one that can be used. It should look like https://service.example.',
  detail: 'No http(s) address without name and password.',
};

function codeOf(status: number, words: string): ServiceErrorCode {
  if (status === 402 || (status < 500 && /insufficient|not enough (balance|funds|credit)/i.test(words)))
    return 'insufficient-balance';
  if (status === 400 && /\bempty\b|no data/i.test(words)) return 'empty';
  if (status === 401 || status === 403) return 'unauthorised';
  if (status === 404) return 'not-found';
  if (status === 406) return 'not-an-id';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (status === 501) return 'not-final';
  if ([408, 502, 503, 504].includes(status)) return 'unavailable';
  return status >= 500 ? 'server-error' : 'rejected';
}

function sentence(code: ServiceErrorCode, answer: Answer, words: string, asked: Asked): string {
  const said = words === '' ? '' : ` It said: “${words}”`;
  switch (code) {
    case 'unauthorised':
      return 'The service did not accept this account’s key or token. Check it under Accounts.';
    case 'insufficient-balance':
      return 'The token’s balance does not cover this. Add funds, then try again.';
    case 'empty':
      return 'The service refused an empty submission: there is nothing to submit.';
    case 'not-found':
      if (asked.method === 'POST') {
        return said === ''
          ? 'The service takes nothing under this address. Check the account’s address.'
          : `The service refused this.${said}`;
      }
      return 'The service does not know this. Check the submission id and the account’s address.';
    case 'not-an-id':
      return 'This is not a submission id. Copy it again, whole.';
    case 'too-large':
      return 'This file is larger than the service takes. Make it smaller or split it.';
    case 'rate-limited':
      return 'The service asks for a pause between requests. Try again a little later.';
    case 'not-final':
      return 'The service has not finished this submission yet. Try again later.';
    case 'unavailable':
      return 'The service cannot take requests at the moment. Try again a little later.';
    case 'server-error':
      return `Something went wrong inside the service. Try again later; if it stays so, tell its operator.${said}`;
    default:
      if (answer.status >= 300 && answer.status < 400) {
        return `The service’s address has moved${movedTo(answer, asked)}. Check the account’s address.`;
      }
      return said === ''
        ? 'The service refused this without saying why. The details show its answer.'
        : `The service refused this.${said}`;
  }
}

/** Where a redirect points, without its query; also into `detail`. */
function movedTo(answer: Answer, asked: Asked): string {
  const target = URL.parse(answer.headers.location ?? '', asked.url.href);
  return target === null ? '' : ` to ${shortened(asked.scrub(readableAddress(target)))}`;
}

/** The service's words on one line: an error body's text, or a short plain text. Nothing of a proxy's page. */
function spokenWords(body: string, answer: Answer, scrub: (text: string) => string): string {
  const words = parseErrorBody(body) ?? (isPlainWords(body, answer) ? body : '');
  return shortened(scrub(words).replace(/\s+/g, ' ').trim());
}

function shortened(text: string): string {
  return text.length > lineCharacters ? `${text.slice(0, lineCharacters)}…` : text;
}

/** A few words of plain text, as `Unauthorized`: no page and no JSON. */
function isPlainWords(body: string, answer: Answer): boolean {
  const text = body.trim();
  return (
    text !== '' && text.length <= 300 && !/^[<{[]/.test(text) && !/html/i.test(answer.headers['content-type'] ?? '')
  );
}

function detailOf(asked: Asked, answer: Answer): string {
  const status = `HTTP ${answer.status} ${answer.statusText}`.trim();
  const moved = movedTo(answer, asked);
  // Scrubbed before it is cut, so that no half of a secret is left at the end.
  const body = asked.scrub(answer.body.toString('utf8')).slice(0, detailCharacters);
  return [
    `${asked.method} ${readableAddress(asked.url)}`,
    shortened(asked.scrub(status)),
    moved === '' ? '' : `Points${moved}`,
    body,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function failureSentence(failure: LostConnection, url: URL): { code: ServiceErrorCode; message: string } {
  if (failure.kind === 'timeout') {
    const message =
      failure.waitedFor === 'connection' && failure.proxy !== null
        ? proxySilent(failure.proxy)
        : failure.waitedFor === 'connection'
          ? `${url.host} does not answer. Check your internet connection and the account’s address.`
          : 'The service stopped answering. Try again; check your internet connection if it stays so.';
    return { code: 'unreachable', message };
  }
  const { code } = failure;
  if (code.startsWith('HPE_')) {
    return {
      code: 'unreadable-answer',
      message: 'The service’s answer could not be understood. Check that the account’s address is that of the service.',
    };
  }
  return { code: 'unreachable', message: connectionSentence(failure, url) };
}

function connectionSentence(
  { code, connected, proxy }: Extract<WireFailure, { kind: 'connection' }>,
  url: URL,
): string {
  if (code.startsWith('ERR_PROXY') && proxy !== null) {
    return `The proxy ${proxy} does not let Dropslip through to ${url.host}. Check this computer’s proxy settings, or ask your network’s administrator.`;
  }
  if (proxy !== null && !connected && /^(ENOTFOUND|EAI_AGAIN|E[A-Z]*(REFUSED|UNREACH|TIMEDOUT|RESET))$/.test(code)) {
    return proxySilent(proxy);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The address ${url.hostname} cannot be found. Check its spelling and your internet connection.`;
  }
  if (code === 'ECONNREFUSED') {
    return `Nothing answers at ${url.host}. Check that the service is running and that the account’s address is right.`;
  }
  if (/SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/.test(code)) {
    return `This computer does not trust the certificate of ${url.host}. On a company’s network, ask your administrator to install its authority; otherwise ask the service’s operator.`;
  }
  if (/CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|UNABLE_TO_|^EPROTO$/.test(code)) {
    return `No secure connection to ${url.host} could be made. Check the account’s address; if it is right, tell the service’s operator.`;
  }
  return connected
    ? 'The connection to the service broke off. Try again; check your internet connection if it stays so.'
    : `${url.host} cannot be reached. Check your internet connection and the account’s address.`;
}

function proxySilent(proxy: string): string {
  return `The proxy ${proxy}, through which this computer reaches the service, does not answer. Check this computer’s proxy settings and its connection.`;
}

function failureDetail(failure: LostConnection): string {
  return failure.kind === 'timeout'
    ? `Gave up waiting for the ${failure.waitedFor}.`
    : `${failure.code}: ${failure.text}`;
}

/** An address for a person or a report: never with its query. */
function readableAddress(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
