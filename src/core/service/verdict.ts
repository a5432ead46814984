import { readSubmissionId } from '../../shared/submissions/submission-id.ts';
import type { Answer } from './answer.ts';
import { parseSubmission } from './answers.ts';
import { answerError, type RequestContext, type ServiceError, unreadableError, wireError } from './errors.ts';
import type { WireReport } from './exchange.ts';
import { saysNotNow } from './rate-headers.ts';

/** The outcome of a POST that costs money. */
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
 * The money rule: a request that may have been accepted is `unknown`. Only a readable answer, or a body that was not
 * sent whole, decides otherwise. An answer that begins before the whole body was sent is no receipt, but the request
 * may have been charged. The same applies to a refusal that contains an id. Decided by the facts on the wire, never by
 * an error's text.
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
  // The missing rest of a success may contain an id.
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
 * True if the answer says that nothing was accepted. A failure of the service (5xx) does not: it may come after the
 * charge. A redirect does not either: many services answer an accepted POST with one.
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

/** An id suggests that the file was accepted. */
function inDoubt({ detail, status, retryAt }: ServiceError): ServiceError {
  return {
    code: 'id-in-doubt',
    ...(detail === undefined ? {} : { detail }),
    ...(status === undefined ? {} : { status }),
    ...(retryAt === undefined ? {} : { retryAt }),
  };
}

const uuid = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32})$/i;
/**
 * The id after the contract's name for it, also in plain words and in broken JSON. An id contains a digit, the words of
 * an error do not.
 */
const idAfterName = /submission[\s_-]?id\W{1,12}(?=[\w-]{0,200}\d)([\w-]{1,200})/i;

/** Returns the submission id in an answer: after the contract's name, alone, or in a record. */
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
