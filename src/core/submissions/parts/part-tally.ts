import { formatUnits, maxDecimals, parseUnits } from '../../../shared/amounts.ts';
import { type BatchStatus, batchStatusOf, noFiles } from '../../../shared/submissions/batch-status.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import type { PartsProgress } from '../../../shared/submissions/parts.ts';
import { countLoad, type Load, loadOf, sumOfLoads } from '../journal/load.ts';
import type { PartLoads, StoredSubmission } from '../journal/submission.ts';
import type { PartGroup } from '../journal/submission-queries.ts';
import { noLoads, shareOf } from '../progress/batch-costs.ts';

/** A number of parts that count alike. */
export type Alike = PartGroup & { readonly status: BatchStatus };

/** Cancelled and rejected parts are sent when their row resumes. */
const shares: typeof shareOf = { ...shareOf, cancelled: 'toCome', rejected: 'toCome' };

/**
 * Counts the states and costs of a row's parts. The sums are updated by addition, so that a change takes the same time
 * with ten parts and with a million.
 */
export class PartTally {
  /** The counted parts that may still change. */
  readonly #counted = new Map<number, Alike>();
  readonly #counts: Record<BatchStatus, number> = { ...noFiles };
  readonly #loads = noLoads();
  /** The known costs, by token. */
  readonly #costs = new Map<string, { readonly unit: Cost; sum: bigint }>();
  #submittedBytes = 0;
  #manifests = 0;
  #made = 0;

  constructor(known: readonly Alike[] = []) {
    for (const alike of known) this.#count(alike, 1);
  }

  observe(part: StoredSubmission): void {
    this.forget(part.id);
    const alike = alikeOf(part);
    this.#counted.set(part.id, alike);
    this.#count(alike, 1);
  }

  /** Call when a part no longer changes. It stays counted. */
  settle(id: number): void {
    this.#counted.delete(id);
  }

  forget(id: number): void {
    const before = this.#counted.get(id);
    if (before !== undefined) this.#count(before, -1);
    this.#counted.delete(id);
  }

  get counts(): Readonly<Record<BatchStatus, number>> {
    return this.#counts;
  }

  /** The number of current parts. */
  get made(): number {
    return this.#made;
  }

  /** True if no part is or may be with the service. */
  get isNothingThere(): boolean {
    const { toGo, rejected, cancelled, paused, undecided } = this.#counts;
    return this.#made === toGo + rejected + cancelled + paused + undecided;
  }

  get manifests(): number {
    return this.#manifests;
  }

  /** `left` is the load of parts that are not created yet. */
  progress(partSize: number, left: Load): PartCounts {
    return {
      partSize,
      total: this.#made + left.submissions,
      counts: { ...this.#counts, toGo: this.#counts.toGo + left.submissions },
      submittedBytes: this.#submittedBytes,
    };
  }

  loads(left: Load): PartLoads {
    const { toCome, ...others } = this.#loads;
    return { ...structuredClone(others), toCome: sumOfLoads([toCome, left]) };
  }

  /** The cost of the parts from their records. Null if none is known, or several tokens paid. */
  get cost(): Cost | null {
    const [only, ...others] = this.#costs.values();
    if (only === undefined || others.length > 0) return null;
    return { ...only.unit, amount: formatUnits(only.sum, maxDecimals) };
  }

  #count({ status, level, isCurrent, wasThere, cost, load }: Alike, sign: 1 | -1): void {
    const { submissions: parts, bytes } = load;
    if (cost !== null) this.#countCost(cost, BigInt(sign * parts));
    if (isCurrent) {
      this.#counts[status] += sign * parts;
      this.#made += sign * parts;
      if (level > 0) this.#manifests += sign * parts;
      else if (status === 'submitted' || status === 'delayed' || status === 'confirmed')
        this.#submittedBytes += sign * bytes;
    }
    const share = shares[status];
    // A replaced part is no longer sent.
    if (share === null || wasThere || (share === 'toCome' && !isCurrent)) return;
    if ((share === 'awaited' || share === 'withoutCost') && cost !== null) return;
    countLoad(this.#loads[share], load, sign);
  }

  #countCost(cost: Cost, times: bigint): void {
    const value = parseUnits(cost.amount, maxDecimals);
    if (value === null || value < 0n) return;
    const key = JSON.stringify([cost.token, cost.decimals]);
    const sum = (this.#costs.get(key)?.sum ?? 0n) + times * value;
    if (sum === 0n) this.#costs.delete(key);
    else this.#costs.set(key, { unit: cost, sum });
  }
}

function alikeOf({ state, partOf, attempts, cost, size }: StoredSubmission): Alike {
  return {
    status: batchStatusOf(state),
    level: partOf?.level ?? 0,
    isCurrent: (partOf?.offset ?? null) !== null,
    wasThere: attempts === 0 && 'submissionId' in state,
    cost,
    load: loadOf(size ?? 0),
  };
}

/** The progress of a row without its estimate and its part in trouble. */
export type PartCounts = Omit<PartsProgress, 'estimate' | 'trouble'>;

/** Returns the progress and the load of a row that is not divided yet. */
export function plannedParts(toCome: Load, partSize: number) {
  const { submissions: total } = toCome;
  const parts: PartCounts = { partSize, total, counts: { ...noFiles, toGo: total }, submittedBytes: 0 };
  return { parts, loads: { ...noLoads(), toCome } };
}
