import { z } from 'zod';
import { type Vouched, vouchedChecks } from '../bridge/receipts.ts';
import { cannotTellCodes } from './submission-state.ts';

const instant = z.string();
/** The record that was found, and the service's time of registration. */
const found = { at: instant, submissionId: z.string(), createdAt: z.string().nullable() };

/** The check of a submission id that the user gave. `confirmed`: its record has the hash of the file's bytes. */
const handChecks = ['confirmed', ...vouchedChecks] as const;
export type HandCheck = (typeof handChecks)[number];

/** The settlement of an uncertain submission, or the reason why it is still open. Instants are UTC. */
export const settlementNote = z.discriminatedUnion('kind', [
  /** A record has the hash of the file's bytes. */
  z.object({
    kind: z.literal('found-by-hash'),
    ...found,
    hash: z.enum(['keccak256', 'blake2b256']),
    dataHash: z.string(),
  }),
  /** Two complete lists, read at these times, do not contain it. `again`: it is sent again automatically. */
  z.object({ kind: z.literal('not-listed'), records: z.number(), first: instant, second: instant, again: z.boolean() }),
  z.object({ kind: z.literal('open'), why: z.enum(cannotTellCodes) }),
  /** The user's confirmation. */
  z.object({ kind: z.literal('went-through'), at: instant, submissionId: z.string(), check: z.enum(handChecks) }),
  z.object({ kind: z.literal('did-not'), at: instant }),
]);
export type SettlementNote = z.output<typeof settlementNote>;

/** The user's confirmation, if nothing else proves that `submissionId` belongs to the submission. */
export function vouchedIn(note: SettlementNote | null, submissionId: string): Vouched | null {
  // A submission that was settled this way may have failed and been submitted again under another id.
  if (note?.kind !== 'went-through' || note.submissionId !== submissionId || note.check === 'confirmed') return null;
  return { at: note.at, check: note.check };
}
