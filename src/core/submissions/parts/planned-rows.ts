import type { EstimatedCost } from '../../../shared/submissions/cost.ts';
import { hasReceipt } from '../../../shared/submissions/submission-state.ts';
import type { FolderSource } from '../content/folder-source.ts';
import { fileEntryBytes, loadInParts } from '../content/manifest-size.ts';
import type { Load } from '../journal/load.ts';
import { loadOfRow, outgoingSize, type RowEncryption, sealedEntryBytes } from '../journal/row-encryption.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { PayloadLimits } from '../sending/payload-limits.ts';
import { plannedParts } from './part-tally.ts';

type Sized = Pick<StoredSubmission, 'size' | 'name' | 'files' | 'encryption'>;

const whole = { parts: null, loads: null } as const;

/** Plans the parts of rows that are not divided yet, by the known limit of their account. */
export class PlannedRows {
  readonly #limits: PayloadLimits;
  readonly #costOf: (accountId: string, load: Load) => EstimatedCost | null;
  readonly #folderSource: FolderSource;
  /** Cached, because the plan of a folder reads all its entries. */
  readonly #folders = new Map<string, Load>();

  /** `costOf` returns the probable cost of a load. */
  constructor(
    limits: PayloadLimits,
    costOf: (accountId: string, load: Load) => EstimatedCost | null,
    folderSource: FolderSource,
  ) {
    this.#limits = limits;
    this.#costOf = costOf;
    this.#folderSource = folderSource;
  }

  /** Returns the row with its plan. A divided row does not change. */
  planned(row: StoredSubmission): StoredSubmission {
    if (row.partOf !== null || row.partSize !== null) return row;
    const plan = hasReceipt(row.state) ? null : this.#planOf(row);
    if (plan === null) return row.parts === null ? row : { ...row, ...whole };
    const { parts, loads } = plannedParts(plan, this.#limits.divisionOf(row.accountId).partSize);
    const estimate = this.#costOf(row.accountId, loads.toCome);
    return { ...row, parts: { ...parts, estimate, trouble: null }, loads };
  }

  /** The plan for a retry. If the file's size changed, parts already uploaded do not count. */
  onceMore(row: StoredSubmission, size = row.size): StoredSubmission {
    if (size === row.size || size === row.encryption?.copy?.original.size) return row;
    const encryption = row.encryption && { ...row.encryption, copy: null };
    return this.planned({ ...row, ...whole, size, encryption, partSize: null, state: { kind: 'waiting' } });
  }

  /** Returns the load of a file that is to be added. */
  loadOf(accountId: string, file: { size: number; name: string; encryption: RowEncryption | null }): Load {
    return this.#planOfFile(accountId, { ...file, files: 1 }) ?? loadOfRow(file);
  }

  #planOf(row: StoredSubmission): Load | null {
    const { accountId, content, encryption } = row;
    if (content === 'file') return this.#planOfFile(accountId, row);
    const { partSize } = this.#limits.divisionOf(accountId);
    // An encrypted folder is one age file. It goes in parts even if it is small, because only its manifest says what it contains.
    if (encryption !== null) return inParts(row, partSize);
    const key = `${row.id} ${row.size} ${row.files} ${partSize}`;
    const plan = this.#folders.get(key) ?? this.#folderSource.planOf(row, partSize);
    this.#folders.set(key, plan);
    return plan;
  }

  #planOfFile(accountId: string, file: Sized): Load | null {
    const { largestWhole, partSize } = this.#limits.divisionOf(accountId);
    return (outgoingSize(file) ?? 0) <= largestWhole ? null : inParts(file, partSize);
  }
}

/** Returns the load of content that goes in parts, with its manifest. */
export function inParts(file: Sized, partSize: number): Load {
  const entries = sealedEntryBytes(file) ?? fileEntryBytes(file.name);
  return loadInParts(outgoingSize(file) ?? 0, entries, partSize);
}
