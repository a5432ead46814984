import type { EstimatedCost } from '../../../shared/submissions/cost.ts';
import { hasReceipt } from '../../../shared/submissions/submission-state.ts';

import { outgoingSize, type RowEncryption, sealedBytes } from '../content/row-encryption.ts';
import type { Load } from '../cost/cost-history.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { PayloadLimits } from '../sending/payload-limits.ts';
import { plannedParts } from './part-tally.ts';
import { type Planned, planOf } from './plan.ts';

type Plan = ReturnType<typeof plannedParts>;

const whole = { parts: null, loads: null } as const;
/** Files of one size are planned alike. */
const MOST_KEPT = 5_000;

/** What rows will take that are still to be divided, by what is known of the limit of their account. */
export class PlannedRows {
  readonly #limits: Pick<PayloadLimits, 'divisionOf'>;
  readonly #costOf: (accountId: string, load: Load) => EstimatedCost | null;
  readonly #folderPlan: (row: StoredSubmission, partSize: number) => Planned;
  readonly #plans = new Map<string, Plan | null>();

  /** `costOf`: what so many submissions of an account would probably cost. */
  constructor(
    limits: Pick<PayloadLimits, 'divisionOf'>,
    costOf: (accountId: string, load: Load) => EstimatedCost | null,
    folderPlan: (row: StoredSubmission, partSize: number) => Planned,
  ) {
    this.#limits = limits;
    this.#folderPlan = folderPlan;
    this.#costOf = costOf;
  }

  /** A row with its plan; one that was divided has what became of its parts, and stays as it is. */
  planned(row: StoredSubmission): StoredSubmission {
    if (row.partOf !== null || row.partSize !== null) return row;
    const plan = this.#planOf(row);
    if (plan === null) return row.parts === null ? row : { ...row, ...whole };
    const { files, bytes } = plan.loads.toCome;
    const estimate = this.#costOf(row.accountId, { files, bytes: BigInt(bytes) });
    return { ...row, parts: { ...plan.parts, estimate, trouble: null }, loads: plan.loads };
  }

  /** As it is tried again, with a file of so many bytes: where those are others, nothing of it is there. `anew`: nor else. */
  onceMore(row: StoredSubmission, anew: boolean, size = row.size): StoredSubmission {
    if (size === row.size || size === row.encryption?.copy?.meant.size) return anew ? this.#asNew(row) : row;
    // It is encrypted anew as well.
    return this.#asNew({ ...row, size, encryption: row.encryption && { ...row.encryption, copy: null } });
  }

  #asNew(row: StoredSubmission): StoredSubmission {
    return this.planned({ ...row, ...whole, partSize: null, state: { kind: 'waiting' } });
  }

  /** What a file that is to be added will take. */
  loadOf(accountId: string, row: { size: number; name: string; encryption: RowEncryption | null }): Load {
    const size = outgoingSize(row) ?? row.size;
    const plan = this.#planFor(accountId, size, row.name, sealedBytes({ ...row, files: 1 }));
    const { files, bytes } = plan === null ? { files: 1, bytes: size } : plan.loads.toCome;
    return { files, bytes: BigInt(bytes) };
  }

  #planOf(row: StoredSubmission): Plan | null {
    const { accountId, content, name, state } = row;
    const size = outgoingSize(row);
    if (size === null || hasReceipt(state)) return null;
    if (content === 'folder' && row.encryption !== null) return this.#planOfSealedFolder(row, size);
    return content === 'folder' ? this.#planOfFolder(row) : this.#planFor(accountId, size, name, sealedBytes(row));
  }

  /** One age file, whatever is in it; in parts also where it is small, since only its manifest says what it is. */
  #planOfSealedFolder(row: StoredSubmission, size: number): Plan | null {
    const { partSize } = this.#limits.divisionOf(row.accountId);
    const plan = planOf(size, partSize, row.name, sealedBytes(row));
    return plan === null ? null : plannedParts(plan, partSize);
  }

  #planOfFolder(row: StoredSubmission): Plan {
    const { partSize } = this.#limits.divisionOf(row.accountId);
    const key = `folder ${row.id} ${row.size} ${row.files} ${partSize}`;
    const known = this.#plans.get(key);
    if (known != null) return known;
    const made = plannedParts(this.#folderPlan(row, partSize), partSize);
    this.#plans.set(key, made);
    return made;
  }

  #planFor(accountId: string, size: number, name: string, sealed: number | null): Plan | null {
    const { largestWhole, partSize } = this.#limits.divisionOf(accountId);
    if (size <= largestWhole) return null;
    const key = `${size} ${partSize} ${Buffer.byteLength(name)} ${sealed}`;
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const plan = planOf(size, partSize, name, sealed);
    const made = plan === null ? null : plannedParts(plan, partSize);
    if (this.#plans.size >= MOST_KEPT) this.#plans.clear();
    this.#plans.set(key, made);
    return made;
  }
}
