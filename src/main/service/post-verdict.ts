import { parseErrorBody } from './answers/index.ts';
import type { Answer, WireReport } from './exchange.ts';
import type { ServiceError } from './outcome.ts';
import { type Asked, answerError, unreadableError, wireError } from './service-error.ts';

/** How a POST that costs money ended. */
export type PostVerdict<Value> =
  | { readonly kind: 'accepted'; readonly value: Value }
  | { readonly kind: 'refused'; readonly again: boolean; readonly error: ServiceError }
  | { readonly kind: 'not-sent'; readonly error: ServiceError }
  | { readonly kind: 'unknown'; readonly error: ServiceError };

/**
 * The money rule, in one place: what may have been taken is `unknown`, and only a readable answer or a body that never
 * went out whole says otherwise. Decided from the wire, never from an error's text.
 */
export function postVerdict<Value>(
  asked: Asked,
  report: WireReport,
  readReceipt: (answer: Answer) => Value | null,
): PostVerdict<Value> {
  const { answer, handedOver } = report;
  if (answer !== null && answer.status < 300) {
    const receipt = answer.tooLong ? null : readReceipt(answer);
    if (receipt !== null) return { kind: 'accepted', value: receipt };
  }
  if (answer !== null && answer.status >= 300 && isRefusal(answer)) {
    return { kind: 'refused', again: meansNotNow(answer.status), error: answerError(asked, answer) };
  }
  const error = lostAnswer(asked, report);
  return handedOver ? { kind: 'unknown', error: uncertain(error) } : { kind: 'not-sent', error };
}

/**
 * Whether the answer itself says that nothing was taken. A 5xx counts only in the service's own error body (or with the
 * service's wish to be asked later): gateways send pages and plain text with these statuses after the service behind
 * them has read everything.
 */
function isRefusal(answer: Answer): boolean {
  const { status, headers } = answer;
  if (status < 500) return status !== 408;
  if (status === 502 || status === 504) return false;
  if (answer.complete && parseErrorBody(answer.body.toString('utf8')) !== null) return true;
  return status === 503 && headers['retry-after'] !== undefined;
}

function meansNotNow(status: number): boolean {
  return status === 429 || status === 503;
}

function lostAnswer(asked: Asked, report: WireReport): ServiceError {
  const { answer } = report;
  if (answer === null || !answer.complete) return wireError(asked, report);
  if (answer.status >= 300) return answerError(asked, answer);
  return unreadableError(asked, answer, 'The answer holds no receipt.');
}

function uncertain(error: ServiceError): ServiceError {
  return {
    ...error,
    message: `Everything was sent, but no readable answer came back, so it may have been accepted. ${error.message}`,
  };
}
