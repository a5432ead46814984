const LONGEST = 200;

export type TypedId = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly problem: string };

/** A submission id as a person typed or pasted it. Whether the service knows it is main's to find out. */
export function readSubmissionId(typed: string): TypedId {
  const id = typed.trim().replace(/^["'“”]+|["'“”]+$/g, '');
  if (id === '') return { ok: false, problem: 'Type the id that the service gave.' };
  if (/\s/.test(id)) return { ok: false, problem: 'An id has no spaces in it. Copy the id alone.' };
  if (id.length > LONGEST) return { ok: false, problem: 'This is too long for an id. Copy the id alone.' };
  return { ok: true, id };
}
