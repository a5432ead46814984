import type { Composition, ReceiptBytes, SentAs } from '../bridge/receipts.ts';
import type { BatchCounts, BatchStatus } from './batch-status.ts';
import type { Cost, EstimatedCost } from './cost.ts';
import type { SubmissionState } from './submission-state.ts';

/** How far a row is that goes in parts. It takes a submission for each, and one for the manifest, or more where that is large. */
export type PartsProgress = {
  /** Bytes of a part, as they are made now; the last one has what is left. */
  readonly partSize: number;
  /** Submissions that it takes, those of the manifest included. */
  readonly total: number;
  /** What has become of them; together they are all. */
  readonly counts: BatchCounts;
  /** Bytes of the row's stream that hold receipts. */
  readonly submittedBytes: number;
  /** What all of it will probably cost, by size alone; null while nobody knows. Once it is done, `Submission.cost` is exact. */
  readonly estimate: EstimatedCost | null;
  /** The part to be told of: the first that failed for good, else that nobody knows about, that is being checked, that is delayed. */
  readonly trouble: PartTrouble | null;
};

/** `number`: from 1, as in `Part`. */
export type PartTrouble = PartPlace & {
  readonly status: Extract<BatchStatus, 'rejected' | 'notKnown' | 'checking' | 'delayed'>;
};

/** A part of a row, as it was made; what is still far ahead was not made yet. */
export type Part = {
  /** Its local id: details and a person's word on it go by this one. */
  readonly id: number;
  /** From 1; those of the manifest come last. */
  readonly number: number;
  /** `manifest`: the submission, or one of them, that names the others. */
  readonly kind: 'slice' | 'manifest';
  /** Where it begins in the row's stream, or in the manifest. */
  readonly offset: number;
  readonly size: number;
  readonly state: SubmissionState;
  readonly submissionId: string | null;
  readonly attempts: number;
  readonly cost: Cost | null;
  /** The same bytes were there already: it took their submission id, and cost nothing. */
  readonly wasThere: boolean;
};

/** How much a service takes at once, in bytes; null where nothing is known. `isKnown`: something was learnt, said or set. */
export type KnownPayloadLimit = {
  readonly largestTaken: number | null;
  readonly smallestRefused: number | null;
  readonly stated: number | null;
  readonly byHand: number | null;
  readonly partSize: number;
  readonly isKnown: boolean;
};

export type PartPlace = Pick<Part, 'number' | 'kind'>;

/** The same of how many; null where not all of them are made yet. */
export type PartOfAll = PartPlace & { readonly total: number | null };

/** The bytes that the service has under a submission's id, where they are not those of the file; null where they are. */
export function sentInstead(
  composition: Pick<Composition, 'manifest' | 'encryption'> | null,
): { readonly as: Exclude<SentAs, 'file'>; readonly bytes: ReceiptBytes } | null {
  if (composition === null) return null;
  const { manifest, encryption } = composition;
  if (manifest !== null) return { as: 'manifest', bytes: manifest };
  return encryption === null ? null : { as: 'encrypted', bytes: encryption.stream };
}
