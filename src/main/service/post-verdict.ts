import type { Answer, WireReport } from './exchange.ts';
import type { ServiceError } from './outcome.ts';
import { type Asked, answerError, unreadableError, wireError } from './service-error.ts';

/** How a POST that costs money ended. */
export type PostVerdict<Value> =
  | { readonly kind: 'accepted'; readonly value: Value }
  | { readonly kind: 'refused'; readonly again: boolean; readonly error: ServiceError }
  | { readonly kind: 'not-sent'; readonly error: ServiceError }
  /** `early`: the receipt of an answer that came before the service had everything. */
  | { readonly kind: 'unknown'; readonly error: ServiceError; readonly early?: Value };

/**
 * The money rule, in one place: what may have been taken is `unknown`, and only a readable answer or a body that never
 * went out whole says otherwise. An answer that begins before the service was given everything is no receipt for it, and
 * yet may have been charged. Decided from the wire, never from an error's text. `readReceipt` is asked of any status.
 */
export function postVerdict<Value>(
  asked: Asked,
  report: WireReport,
  readReceipt: (answer: Answer) => Value | null,
): PostVerdict<Value> {
  const { answer, handedOver, answeredEarly } = report;
  const receipt = answer === null || answer.tooLong || answer.secretEchoed ? null : readReceipt(answer);
  if (receipt !== null && !answeredEarly && isSuccess(answer)) return { kind: 'accepted', value: receipt };
  if (answer !== null && isRefusal(answer)) {
    return { kind: 'refused', again: saysNotNow(answer), error: answerError(asked, answer) };
  }
  const error = lostAnswer(asked, report);
  // Nobody has read the whole of a success that was cut off: an id may have stood in it.
  if (answeredEarly && (receipt !== null || (isSuccess(answer) && !answer.complete))) {
    return { kind: 'unknown', error: early(error), ...(receipt === null ? {} : { early: receipt }) };
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

/** Asked for a pause: 429, or a 503 that says when to come back. */
function saysNotNow({ status, headers }: Answer): boolean {
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined);
}

function lostAnswer(asked: Asked, report: WireReport): ServiceError {
  const { answer } = report;
  if (answer === null || !answer.complete) return wireError(asked, report);
  if (answer.status >= 300) return answerError(asked, answer);
  return unreadableError(
    asked,
    answer,
    report.answeredEarly ? 'The answer came before everything was sent.' : 'The answer holds no receipt.',
  );
}

function early(error: ServiceError): ServiceError {
  const what =
    'The service answered before everything was sent, so its answer is no receipt. It may have been charged all the same.';
  const { status, detail } = error;
  return { code: 'answered-early', message: what, ...(detail && { detail }), ...(status && { status }) };
}

function uncertain(error: ServiceError, answer: Answer | null): ServiceError {
  const reportsFailure = answer !== null && answer.status >= 500;
  const what = reportsFailure
    ? 'The service reported a failure after everything was sent. It may have been charged all the same.'
    : 'Everything was sent, but no readable answer came back, so it may have been accepted.';
  return { ...error, message: `${what} ${error.message}` };
}
