import { readSubmissionId } from '../../shared/submissions/submission-id.ts';
import type { Answer } from './answer.ts';
import { parseSubmission } from './answers.ts';
import { answerError, type RequestContext, type ServiceError, unreadableError, wireError } from './errors.ts';
import type { WireReport } from './exchange.ts';
import { saysNotNow } from './rate-headers.ts';

/** How a POST that costs money ended. */
export type PostVerdict<Value> =
  | { readonly kind: 'accepted'; readonly value: Value }
  | { readonly kind: 'refused'; readonly again: boolean; readonly error: ServiceError }
  | { readonly kind: 'not-sent'; readonly error: ServiceError }
  /** `namedId`: the id in an answer that is no receipt. */
  | { readonly kind: 'unknown'; readonly error: ServiceError; readonly namedId?: string };

/** Reads an answer of any status. */
export type PostReader<Value> = {
  readonly receipt: (answer: Answer) => Value | null;
  /** The id that the answer contains, also if it is no receipt. */
  readonly namedId: (answer: Answer) => string | null;
};

/**
 * The money rule. What may have been accepted is `unknown`: only a readable answer, or a body that never went out whole,
 * says otherwise. An answer that begins before the body is out is no receipt, and yet may have been charged; so may a
 * refusal that contains an id. Decided from the wire, never from an error's text.
 */
export function postVerdict<Value>(
  context: RequestContext,
  report: WireReport,
  read: PostReader<Value>,
): PostVerdict<Value> {
  const { answer, handedOver, answeredEarly } = report;
  const receipt = answer === null || answer.tooLong ? null : read.receipt(answer);
  if (receipt !== null && answer?.complete === true && !answeredEarly && isSuccess(answer)) {
    return { kind: 'accepted', value: receipt };
  }
  const error = lostAnswer(context, report);
  const namedId = answer === null ? null : read.namedId(answer);
  if (namedId !== null) return { kind: 'unknown', error: inDoubt(error), namedId };
  // The missing rest of a success may have contained an id.
  if (answeredEarly && (receipt !== null || (isSuccess(answer) && !answer.complete))) {
    return { kind: 'unknown', error: inDoubt(error) };
  }
  if (answer !== null && isRefusal(answer) && (answer.complete || !handedOver)) {
    return { kind: 'refused', again: saysNotNow(answer), error: answerError(context, answer) };
  }
  if (!handedOver) return { kind: 'not-sent', error };
  const after = answer !== null && answer.status >= 500 ? 'all-sent-failure-reported' : 'all-sent-no-answer';
  return { kind: 'unknown', error: { ...error, after } };
}

const isSuccess = (answer: Answer | null): answer is Answer =>
  answer !== null && answer.status >= 200 && answer.status < 300;

/**
 * True if the answer itself says that nothing was accepted. A failure of the service (5xx) does not: it may have come
 * after the charge. Nor does a redirect: many services answer an accepted POST with one.
 */
function isRefusal(answer: Answer): boolean {
  const { status } = answer;
  return saysNotNow(answer) || (status >= 400 && status < 500 && status !== 408);
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

/** Nobody gives an id to a file that was not accepted. */
function inDoubt({ detail, status, retryAt }: ServiceError): ServiceError {
  return {
    code: 'id-in-doubt',
    ...(detail === undefined ? {} : { detail }),
    ...(status === undefined ? {} : { status }),
    ...(retryAt === undefined ? {} : { retryAt }),
  };
}

const uuid = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32})$/i;
/** The contract's name, also in plain words and in JSON that broke off. An id has a digit, an error's words have none. */
const idAfterName = /submission[\s_-]?id\W{1,12}(?=[\w-]{0,200}\d)([\w-]{1,200})/i;

/** The submission id that an answer contains: under the contract's name, alone, or in a record. */
export function submissionIdIn(body: string): string | null {
  const alone = body.trim().replace(/^"|"$/g, '');
  if (uuid.test(alone)) return readSubmissionId(alone);
  const named = readSubmissionId(idAfterName.exec(body)?.[1] ?? '');
  if (named !== null) return named;
  const record = parseSubmission(body);
  const isRecord = record !== null && (record.tokenDetailsId ?? record.amountData ?? record.dataHash ?? null) !== null;
  return isRecord || (record !== null && /"submission"\s*:\s*\{/.test(body)) ? record.id : null;
}

export const isUuid = (text: string): boolean => uuid.test(text);
