import { LONGEST_SUBMISSION_ID, readSubmissionId } from '../../../shared/submission-id.ts';

export type TypedId = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly problem: string };

/** A submission id as a person typed or pasted it. Whether the service knows it is main's to find out. */
export function readTypedId(typed: string): TypedId {
  const id = typed.trim().replace(/^["'“”]+|["'“”]+$/g, '');
  if (id === '') return { ok: false, problem: 'Type the id that the service gave.' };
  if (/\s/.test(id)) return { ok: false, problem: 'An id has no spaces in it. Copy the id alone.' };
  if (id.length > LONGEST_SUBMISSION_ID) {
    return { ok: false, problem: 'This is too long for an id. Copy the id alone.' };
  }
  if (readSubmissionId(id) === null)
    return { ok: false, problem: 'There are invisible signs in it. Copy the id again.' };
  return { ok: true, id };
}
