import { z } from 'zod';

/** UTF-16 units. Services give UUIDs of 36; a few give shorter numbers or words. */
export const LONGEST_SUBMISSION_ID = 200;

/** Line ends, control and invisible signs, halves of characters: two ids that look alike would be two. */
const neverInIds = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What programs write where they have none, in words, or as their zero (of a UUID too) or its opposite. */
const nothing =
  /^(?:null|undefined|none|nil|nan|true|false|[-?.]*|n\.?\/?a\.?|not?[-_ ].*|invalid|unknown|error|failed|missing|required|pending|empty|0[0x-]*|f{8}(?:-?f{4}){3}-?f{12})$/i;

/** Whether a text in the place of an id says that there is none. */
export const meansNoId = (text: string): boolean => nothing.test(text.trim());

/**
 * What a submission id is that a record has. Blanks around it are no part of it. Null when the
 * text is none: what cannot be asked for, shown or kept whole. One word for none in a list must not make the list unreadable.
 */
export function readRecordId(text: string): string | null {
  const id = text.trim();
  return id === '' || id.length > LONGEST_SUBMISSION_ID || neverInIds.test(id) ? null : id;
}

/** The same where it is a receipt or a person asks for it: a word for none is none. */
export function readSubmissionId(text: string): string | null {
  const id = readRecordId(text);
  return id === null || meansNoId(id) ? null : id;
}

/** With the blanks around it. */
const LONGEST_PASTED_ID = 1_000;

/** A submission id in a call of the window. */
export const submissionIdInput = z
  .string()
  .max(LONGEST_PASTED_ID)
  .transform((text, context) => {
    const id = readSubmissionId(text);
    if (id !== null) return id;
    context.addIssue({ code: 'custom', message: 'This is no submission id.' });
    return z.NEVER;
  });
