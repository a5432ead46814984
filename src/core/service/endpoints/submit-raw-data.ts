import type { SubmitBy } from '../../../shared/bridge/accounts.ts';
import type { Answer } from '../answer.ts';
import { parseReceipt } from '../answers.ts';
import { type Connection, endpointUrl, pathForms, type SignIn, signIn, tryForms, userPaths } from '../connection.ts';
import { addressError, type ServiceError, wireError } from '../errors.ts';
import { standardLimits, type WireLimits } from '../exchange.ts';
import { type FileFault, openFileBody, type UploadFile, type UploadHooks } from '../file-body.ts';
import { isNoSuchPath } from '../get.ts';
import type { Family } from '../rate-limiter.ts';
import { post } from '../request.ts';
import { isUuid, postVerdict, submissionIdIn } from '../verdict.ts';

/**
 * The outcome of one upload, decided by the facts on the wire and never by an error's text.
 * - `accepted`: a readable receipt arrived after the whole body was sent.
 * - `refused`: the answer says that the service did not accept the file (4xx, but no 401 or 403 to an access token).
 *   `again`: it asks for a later retry (429, or 503 with a time).
 * - `not-sent`: the socket never took the whole body, so the service cannot have it.
 * - `file-changed` / `file-unreadable` (`code`: Node's error code): the file is not the prepared one. The upload
 *   stopped before the last byte.
 * - `refusal` on these three: the answer of another form of the path, which may have received the whole body before.
 * - `unknown`: the whole body was sent, and no readable answer came or the service failed (5xx). It may have been
 *   charged. The code `id-in-doubt` means that an id came in an answer that is no receipt, or before the whole body was
 *   sent.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly submissionId: string }
  | { readonly kind: 'refused'; readonly again: boolean; readonly error: ServiceError }
  | { readonly kind: 'not-sent'; readonly error: ServiceError; readonly refusal?: ServiceError }
  | { readonly kind: 'file-changed'; readonly detail: string; readonly refusal?: ServiceError }
  | {
      readonly kind: 'file-unreadable';
      readonly code: string;
      readonly detail: string;
      readonly refusal?: ServiceError;
    }
  | { readonly kind: 'unknown'; readonly error: ServiceError };

/**
 * Submits one file (service-interface.md, 4.1 and 4.2), once. Bytes stream from disk with a Content-Length; memory does
 * not grow with the file. Never throws, and never sends a body again that may have been accepted.
 * `hooks.beforeLastBytes` is called again if another form of the path is tried after a 404 or 405 that is about the
 * path.
 */
export async function submitRawData(
  connection: Connection,
  file: UploadFile,
  submitBy: SubmitBy,
  hooks: UploadHooks,
  limits: WireLimits = standardLimits,
): Promise<SubmitOutcome> {
  if (file.size === 0) {
    return { kind: 'refused', again: false, error: { code: 'empty' } };
  }
  const family = submitBy.variant;
  const by = await signIn(connection, family);
  if ('code' in by) return { kind: 'not-sent', error: by };

  return tryForms<SubmitOutcome, Refused>(
    connection,
    submitPaths(connection, family),
    async (path, before) => {
      if (before !== null && !(await hooks.mayResend())) return { kind: 'unknown', error: before.error };
      const outcome = await upload(connection, file, submitBy, hooks, limits, by, path);
      // The earlier form of the path may have received the whole body, so its refusal is kept.
      const wasNotSentNow =
        outcome.kind === 'not-sent' || outcome.kind === 'file-changed' || outcome.kind === 'file-unreadable';
      return wasNotSentNow && before !== null ? { ...outcome, refusal: before.error } : outcome;
    },
    (outcome): outcome is Refused => outcome.kind === 'refused' && isNoSuchPath(outcome.error),
    ({ kind }) => kind === 'accepted',
  );
}

type Refused = Extract<SubmitOutcome, { kind: 'refused' }>;

function submitPaths(connection: Connection, family: Family): readonly [string, ...string[]] {
  if (family === 'api-key') {
    return pathForms(connection.submitBaseUrl ?? connection.baseUrl, ['/v1/submit_raw_data']);
  }
  return userPaths('submit_raw_data');
}

async function upload(
  connection: Connection,
  file: UploadFile,
  submitBy: SubmitBy,
  hooks: UploadHooks,
  limits: WireLimits,
  by: SignIn,
  path: string,
): Promise<SubmitOutcome> {
  const query = submitBy.variant === 'access-token' ? { token: submitBy.token } : {};
  const url = endpointUrl(connection, submitBy.variant, path, query);
  if (url === null) return { kind: 'not-sent', error: addressError };

  const body = await openFileBody(file, hooks);
  if ('kind' in body) return fileOutcome(body);
  try {
    // The contract of the bearer variant requires this type for raw bytes too.
    const contentType = submitBy.variant === 'api-key' ? 'application/octet-stream' : 'application/json';
    const { appId = null } = connection;
    const headers = { 'content-type': contentType, ...(appId === null ? {} : { 'x-avail-app-id': appId }) };
    const report = await post(by, { url, headers, body, limits, signal: hooks.signal });
    const sentAppId = connection.serviceKind === 'credits' ? appId : null;
    const asked = { method: 'POST', url, scrub: by.scrub, sentAppId } as const;
    const fault = body.fault();
    if (fault !== null && report.answer === null) {
      return hooks.signal.aborted ? { kind: 'not-sent', error: wireError(asked, report) } : fileOutcome(fault);
    }
    const verdict = postVerdict(asked, report, {
      receipt: (answer) => {
        const id = parseReceipt(answer.body.toString('utf8'));
        return id !== null && isNoSecret(id, answer, by) ? id : null;
      },
      namedId: (answer) => {
        const id = submissionIdIn(answer.body.toString('utf8'));
        return id === null || isNoSecret(id, answer, by) ? id : '(not shown)';
      },
    });
    // A fault of the file is the outcome, even if a gateway answered with a failure.
    if (verdict.kind === 'not-sent' && fault !== null) return fileOutcome(fault);
    if (verdict.kind === 'refused' && report.handedOver && mayComeAfterwards(verdict.error, submitBy.variant)) {
      return { kind: 'unknown', error: { ...verdict.error, after: 'all-sent-failure-reported' } };
    }
    if (verdict.kind === 'unknown') {
      const { error, namedId, ...rest } = verdict;
      return { ...rest, error: withNamedId(error, namedId) };
    }
    if (verdict.kind !== 'accepted') return verdict;
    return { kind: 'accepted', submissionId: verdict.value };
  } finally {
    body.close();
  }
}

/** Services check the role of an access token last, so this refusal does not prove that nothing was done. */
function mayComeAfterwards({ status }: ServiceError, family: Family): boolean {
  return family === 'access-token' && (status === 401 || status === 403);
}

/** False if the id may be a secret of the account or a part of one. It must not be shown or stored then. */
function isNoSecret(id: string, { secretEchoed }: Answer, { echoes }: SignIn): boolean {
  return !secretEchoed || (isUuid(id) && echoes.search?.isIn([id]) === false);
}

/** Keeps the id in the recorded attempt, because it may be the only trace of a charge. */
function withNamedId(error: ServiceError, submissionId: string | undefined): ServiceError {
  if (submissionId === undefined) return error;
  return { ...error, detail: `The answer: submission_id ${submissionId}\n${error.detail ?? ''}`.trimEnd() };
}

function fileOutcome(fault: FileFault): SubmitOutcome {
  if (fault.kind !== 'held-back') return fault;
  return { kind: 'not-sent', error: { code: 'unavailable', detail: fault.detail } };
}
