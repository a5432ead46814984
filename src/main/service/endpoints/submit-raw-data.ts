import type { SubmitBy } from '../../../shared/bridge/accounts.ts';
import type { Connection } from '../connection.ts';
import { endpointUrl, type Family, pathForms } from '../http/address.ts';
import { standardLimits, type WireLimits } from '../http/exchange.ts';
import { type FileFault, openFileBody } from '../http/file-body.ts';
import { type SignIn, signIn } from '../http/sign-in.ts';
import type { ServiceError, SubmitOutcome, UploadFile, UploadHooks } from '../outcome.ts';
import { parseReceipt } from '../parsing/index.ts';
import { postVerdict } from '../parsing/post-verdict.ts';
import { rateOf } from '../parsing/rate.ts';
import { addressError, wireError } from '../service-error.ts';
import { acceptanceIn } from './acceptance.ts';
import { isNoSuchPath } from './get.ts';
import { post } from './post.ts';

/**
 * Submits one file (service-interface.md, 4.1 and 4.2), once. Bytes stream from disk with a Content-Length; memory does
 * not grow with the file. Never throws and never sends again what may have been taken: see `SubmitOutcome`.
 * `hooks.beforeLastBytes` is called again when another form of the endpoint's path is tried after a 404 or 405
 * that is not the service's own word about the submission.
 */
export async function submitRawData(
  connection: Connection,
  file: UploadFile,
  submitBy: SubmitBy,
  hooks: UploadHooks,
  limits: WireLimits = standardLimits,
): Promise<SubmitOutcome> {
  if (file.size === 0) {
    const message = 'The file is empty: there is nothing to submit.';
    return { kind: 'refused', again: false, error: { code: 'empty', message } };
  }
  const family = submitBy.variant;
  const by = await signIn(connection, family);
  if ('code' in by) return { kind: 'not-sent', error: by };

  const [path, ...others] = submitPaths(connection, family);
  let outcome = await upload(connection, file, submitBy, hooks, limits, by, path);
  for (const other of others) {
    if (outcome.kind !== 'refused' || !isNoSuchPath(outcome.error)) break;
    if (!(await hooks.mayGoAgain())) return { kind: 'unknown', error: outcome.error };
    const refusal = outcome.error;
    outcome = await upload(connection, file, submitBy, hooks, limits, by, other);
    // That it did not go out again does not undo that it did before.
    if (outcome.kind === 'not-sent' || outcome.kind === 'file-changed' || outcome.kind === 'file-unreadable') {
      outcome = { ...outcome, refusal };
    }
  }
  return outcome;
}

function submitPaths(connection: Connection, family: Family): readonly [string, ...string[]] {
  if (family === 'api-key') {
    return pathForms(connection.submitBaseUrl ?? connection.baseUrl, null, ['/v1/submit_raw_data']);
  }
  const known = connection.paths.userFamily;
  if (known !== null) return [`${known}/submit_raw_data`];
  return ['/user/submit_raw_data', '/v1/user/submit_raw_data'];
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
    // The bearer variant's contract names this type for the raw bytes too.
    const contentType = submitBy.variant === 'api-key' ? 'application/octet-stream' : 'application/json';
    const report = await post(
      url,
      { ...by.headers, 'content-type': contentType },
      body,
      hooks.signal,
      limits,
      by.echoes,
    );
    const asked = { method: 'POST', url, scrub: by.scrub } as const;
    const fault = body.fault();
    if (fault !== null && report.answer === null) {
      return hooks.signal.aborted ? { kind: 'not-sent', error: wireError(asked, report) } : fileOutcome(fault);
    }
    const verdict = postVerdict(asked, report, {
      receipt: ({ body }) => parseReceipt(body.toString('utf8')),
      sign: acceptanceIn,
    });
    // An answer that leaves nothing open, as a gateway's failure, changes nothing about the file.
    if (verdict.kind === 'not-sent' && fault !== null) return fileOutcome(fault);
    if (verdict.kind === 'unknown') {
      const { error, namedId, ...rest } = verdict;
      return { ...rest, error: withNamedId(error, namedId) };
    }
    if (verdict.kind !== 'accepted') return verdict;
    const rate = report.answer === null ? null : rateOf(report.answer.headers, Date.now());
    return { kind: 'accepted', submissionId: verdict.value, ...(rate === null ? {} : { rate }) };
  } finally {
    body.close();
  }
}

/** Kept where the attempt is written down: it may be the only trace of what was charged. */
function withNamedId(error: ServiceError, submissionId: string | undefined): ServiceError {
  if (submissionId === undefined) return error;
  return { ...error, detail: `The answer: submission_id ${submissionId}\n${error.detail ?? ''}`.trimEnd() };
}

function fileOutcome(fault: FileFault): SubmitOutcome {
  if (fault.kind !== 'held-back') return fault;
  const message = 'Dropslip could not write down that this was being sent, so nothing was submitted. Try again.';
  return { kind: 'not-sent', error: { code: 'unavailable', message, detail: fault.detail } };
}
