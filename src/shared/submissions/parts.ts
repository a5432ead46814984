import type { Composition, ReceiptBytes, SentAs } from '../bridge/receipts.ts';
import type { BatchCounts, BatchStatus } from './batch-status.ts';
import type { Cost, EstimatedCost } from './cost.ts';
import type { SubmissionState } from './submission-state.ts';

/** The progress of a row in parts. Each part takes a submission, and the manifest one or more. */
export type PartsProgress = {
  /** Bytes of each part at present. The last part has the rest. */
  readonly partSize: number;
  /** Number of submissions, including those of the manifest. */
  readonly total: number;
  /** The parts by status; the sum is `total`. */
  readonly counts: BatchCounts;
  /** Bytes of the row's stream with receipts. */
  readonly submittedBytes: number;
  /** The probable cost of all parts, by size alone; null if unknown. Once the row is done, `Submission.cost` is exact. */
  readonly estimate: EstimatedCost | null;
  /** The first part with a problem, by priority: failed for good, unknown, being checked, delayed. */
  readonly trouble: PartTrouble | null;
};

/** `number`: from 1, as in `Part`. */
export type PartTrouble = PartPlace & {
  readonly status: Extract<BatchStatus, 'rejected' | 'notKnown' | 'checking' | 'delayed'>;
};

/** A part of a row. Parts far ahead do not exist yet. */
export type Part = {
  /** Local id, for details and for decisions of the user. */
  readonly id: number;
  /** From 1; the parts of the manifest come last. */
  readonly number: number;
  /** `manifest`: a submission with the list of the others, or a part of that list. */
  readonly kind: 'slice' | 'manifest';
  /** Start in the row's stream, or in the manifest. */
  readonly offset: number;
  readonly size: number;
  readonly state: SubmissionState;
  readonly submissionId: string | null;
  readonly attempts: number;
  readonly cost: Cost | null;
  /** The same bytes were already submitted. The part reuses their submission id and cost nothing. */
  readonly wasThere: boolean;
};

/** The limits of a service's payload, in bytes; null if unknown. `isKnown`: any of them was learnt, stated or set. */
export type KnownPayloadLimit = {
  readonly largestTaken: number | null;
  readonly smallestRefused: number | null;
  readonly stated: number | null;
  readonly byHand: number | null;
  readonly partSize: number;
  readonly isKnown: boolean;
};

export type PartPlace = Pick<Part, 'number' | 'kind'>;

/** `total`: null until all parts exist. */
export type PartOfAll = PartPlace & { readonly total: number | null };

/** The bytes under a submission's id if they are not those of the file; null if they are. */
export function sentInstead(
  composition: Pick<Composition, 'manifest' | 'encryption'> | null,
): { readonly as: Exclude<SentAs, 'file'>; readonly bytes: ReceiptBytes } | null {
  if (composition === null) return null;
  const { manifest, encryption } = composition;
  if (manifest !== null) return { as: 'manifest', bytes: manifest };
  return encryption === null ? null : { as: 'encrypted', bytes: encryption.stream };
}
