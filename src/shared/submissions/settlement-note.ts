import { z } from 'zod';
import { type Vouched, vouchedChecks } from '../bridge/receipts.ts';
import { cannotTellCodes } from './submission-state.ts';

const instant = z.string();
/** The one that was found, and when the service registered it, as it says. */
const found = { at: instant, submissionId: z.string(), createdAt: z.string().nullable() };

/** How a submission id that a person gave could be checked: `confirmed` where its record has the hash of the file's bytes. */
const handChecks = ['confirmed', ...vouchedChecks] as const;
export type HandCheck = (typeof handChecks)[number];

/** How an uncertain submission was settled, or what keeps it open: what was matched, why, and when (UTC). */
export const settlementNote = z.discriminatedUnion('kind', [
  /** A record has the hash of the file's bytes. */
  z.object({
    kind: z.literal('found-by-hash'),
    ...found,
    hash: z.enum(['keccak256', 'blake2b256']),
    dataHash: z.string(),
  }),
  /** Two complete lists, read at these times, do not show it. `again`: it is sent again by itself. */
  z.object({ kind: z.literal('not-listed'), records: z.number(), first: instant, second: instant, again: z.boolean() }),
  z.object({ kind: z.literal('open'), why: z.enum(cannotTellCodes) }),
  /** A person's word. */
  z.object({ kind: z.literal('went-through'), at: instant, submissionId: z.string(), check: z.enum(handChecks) }),
  z.object({ kind: z.literal('did-not'), at: instant }),
]);
export type SettlementNote = z.output<typeof settlementNote>;

/** A person's word, where it is all that says that `submissionId` is the submission's. */
export function vouchedIn(note: SettlementNote | null, submissionId: string): Vouched | null {
  // What was settled so may have failed, and have been submitted again since under another id.
  if (note?.kind !== 'went-through' || note.submissionId !== submissionId || note.check === 'confirmed') return null;
  return { at: note.at, check: note.check };
}
