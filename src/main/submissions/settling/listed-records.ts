import type { SubmissionRecord } from '../../../shared/records.ts';
import type { RecordStore } from '../../records/index.ts';

/** Beyond this they are held against what is stored once more, which costs time and no writing. */
const MOST_SETTLED = 400_000;

/** Stores an account's records as looks bring them. */
export class ListedRecords {
  readonly #store: Pick<RecordStore, 'put'>;
  /** Those that are final and stored: they do not change any more. */
  readonly #settled = new Set<string>();

  constructor(store: Pick<RecordStore, 'put'>) {
    this.#store = store;
  }

  /**
   * `origin`: of those that were listed no more are stored than there is room for. Answers whether all of them are in the
   * store, which is where files are looked for that would repeat them. Never rejects.
   */
  async keep(accountId: string, records: readonly SubmissionRecord[], origin: 'listed' | 'asked'): Promise<boolean> {
    const fresh = records.filter(({ id }) => !this.#settled.has(id));
    if (fresh.length === 0) return true;
    let leftOut: ReadonlySet<string>;
    try {
      leftOut = await this.#store.put(accountId, fresh, origin);
    } catch {
      // They are read again at the next look.
      return false;
    }
    if (this.#settled.size > MOST_SETTLED) this.#settled.clear();
    // A hash may come later than all else, and is what a file is recognised by.
    for (const { id, phase, dataHash } of fresh) {
      if (phase !== 'pending' && dataHash !== null && !leftOut.has(id)) this.#settled.add(id);
    }
    return leftOut.size === 0;
  }
}

/** Whether a service lists several submissions under one id: the store has room for the hash of one. */
export function sharesIds(records: readonly SubmissionRecord[]): boolean {
  const hashes = new Map<string, string | null>();
  for (const { id, phase, dataHash } of records) {
    // One that is final is not overwritten by the same one as it was before.
    if (phase === 'pending') continue;
    if ((hashes.get(id) ?? dataHash) !== dataHash) return true;
    hashes.set(id, dataHash);
  }
  return false;
}
