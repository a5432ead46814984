import { isUtf8 } from 'node:buffer';
import type { AcceptanceSign } from './acceptance.ts';
import type { Answer } from './answer.ts';
import { answerError, type RequestContext, type ServiceError, unreadableError, wireError } from './errors.ts';
import type { WireReport } from './exchange.ts';
import { saysNotNow } from './rate-headers.ts';
import { isBeginningOfJson } from './statements.ts';

/** How a POST that costs money ended. */
export type PostVerdict<Value> =
  | { readonly kind: 'accepted'; readonly value: Value }
  | { readonly kind: 'refused'; readonly again: boolean; readonly error: ServiceError }
  | { readonly kind: 'not-sent'; readonly error: ServiceError }
  /** `namedId`: what an answer that is no receipt names. */
  | { readonly kind: 'unknown'; readonly error: ServiceError; readonly namedId?: string };

/** What is read of an answer of any status. */
export type PostReader<Value> = {
  readonly receipt: (answer: Answer) => Value | null;
  /** What only something that was taken is given, also where it stands in no receipt. */
  readonly sign: (answer: Answer) => AcceptanceSign | null;
};

/**
 * The money rule, in one place: what may have been taken is `unknown`, and only a readable answer or a body that never
 * went out whole says otherwise. An answer that begins before the service was given everything is no receipt for it, and
 * yet may have been charged; so may what is refused and given an id at once. Decided from the wire, never from an error's
 * text.
 */
export function postVerdict<Value>(
  context: RequestContext,
  report: WireReport,
  read: PostReader<Value>,
): PostVerdict<Value> {
  const { answer, handedOver, answeredEarly, answeredTwice = false } = report;
  const receipt = answer === null || answer.tooLong ? null : read.receipt(answer);
  const isWhole = answer?.complete === true && !answeredEarly && !answeredTwice;
  if (receipt !== null && isWhole && isSuccess(answer)) return { kind: 'accepted', value: receipt };
  const error = lostAnswer(context, report);
  const sign = answer === null ? null : read.sign(answer);
  if (answeredTwice && handedOver) return { kind: 'unknown', error: inDoubt(error) };
  if (sign !== null && (sign.id !== null || handedOver)) {
    const named = sign.id === null ? {} : { namedId: sign.id };
    return { kind: 'unknown', error: inDoubt(error), ...named };
  }
  if (answer !== null && isRefusal(answer)) {
    if (handedOver && mayHaveNamedAnId(answer)) return { kind: 'unknown', error: unread(error, answer) };
    return { kind: 'refused', again: saysNotNow(answer), error: answerError(context, answer) };
  }
  // Nobody has read the whole of a success that was cut off: an id may have stood in it.
  if (answeredEarly && (receipt !== null || (isSuccess(answer) && !answer.complete))) {
    return { kind: 'unknown', error: inDoubt(error) };
  }
  return handedOver ? { kind: 'unknown', error: uncertain(error, answer) } : { kind: 'not-sent', error };
}

const isSuccess = (answer: Answer | null): answer is Answer =>
  answer !== null && answer.status >= 200 && answer.status < 300;

/**
 * Whether the answer itself says that nothing was taken. A failure of the service (5xx) does not, in whatever words: it
 * may have come after the charge. Nor does a redirect: many services answer a POST that they took with one.
 */
function isRefusal(answer: Answer): boolean {
  const { status } = answer;
  return saysNotNow(answer) || (status >= 400 && status < 500 && status !== 408);
}

/** What was not read of it may have been an id: of a page or of plain words, nothing that is missing would be one. */
function mayHaveNamedAnId(answer: Answer): boolean {
  return isEncoded(answer) || (!answer.complete && isBeginningOfJson(answer.body.toString('utf8')));
}

/** Without anybody's asking: after a pause, or with another key. */
function goesAgain(answer: Answer): boolean {
  return saysNotNow(answer) || answer.status === 401 || answer.status === 403;
}

function lostAnswer(context: RequestContext, report: WireReport): ServiceError {
  const { answer } = report;
  if (answer === null || !answer.complete) return wireError(context, report);
  if (answer.status >= 300) return answerError(context, answer);
  return unreadableError(
    context,
    answer,
    report.answeredEarly ? 'The answer came before everything was sent.' : 'The answer contains no receipt.',
  );
}

function rest({ detail, status, retryAt }: ServiceError): Pick<ServiceError, 'detail' | 'status' | 'retryAt'> {
  return {
    ...(detail === undefined ? {} : { detail }),
    ...(status === undefined ? {} : { status }),
    ...(retryAt === undefined ? {} : { retryAt }),
  };
}

/** The service speaks against itself: nobody gives an id, or a place in a block, to what was not taken. */
function inDoubt(error: ServiceError): ServiceError {
  return { ...rest(error), code: 'id-in-doubt' };
}

/** What would have gone again does so once the records are known not to have it; anything else is for a person. */
function unread(error: ServiceError, answer: Answer): ServiceError {
  return goesAgain(answer) ? uncertain(error, answer) : inDoubt(error);
}

function uncertain(error: ServiceError, answer: Answer | null): ServiceError {
  const reportsFailure = answer !== null && answer.status >= 500;
  return { ...error, after: reportsFailure ? 'all-sent-failure-reported' : 'all-sent-no-answer' };
}

/**
 * Whether nobody has read what it says: it was encoded although that was not asked for, or is no text at all. What has
 * no byte says nothing. Servers also name what is no coding there, a character set above all; their text is read as it is.
 */
export function isEncoded({ body, headers }: Answer): boolean {
  if (body.length === 0) return false;
  const named = headers['content-encoding']?.trim().toLowerCase() ?? '';
  const isUnread = codings.test(named) || (named !== '' && named !== 'identity' && !isUtf8(body));
  return isUnread || body.some(isNoSignOfText);
}

/** By which text becomes something else: the registered ones, and base64, whose text looks like words. */
const codings = /\b(?:gzip|deflate|br|brotli|zstd|compress|dcb|dcz|exi|base64)\b/;

/** Control signs but tab, line ends and the escape of coloured words. */
const isNoSignOfText = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32 && byte !== 27);
