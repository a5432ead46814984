import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { extrinsicsRoot, Hashing } from '../../core/network/chain-format.ts';
import { inTransaction } from '../database.ts';
import type { PayloadStore } from '../payload-store.ts';
import {
  type Block,
  type BlockSubmission,
  Blocks,
  type Extrinsic,
  extrinsicsOf,
  isCarried,
  type PlacedSubmission,
  readSubmission,
  selectSubmissions,
  wholeTransaction,
} from './blocks.ts';

const SUBMISSIONS_PER_BLOCK = 1000;
/** The capacity of a block. A single larger submission still fits. */
const BYTES_PER_BLOCK = 4 * 1024 * 1024;
const LONGEST_GAP_MS = 250;
/** The longest time that hashing a block delays requests. */
const SLICE_MS = 8;

/**
 * Adds submissions to blocks once they are older than the block time, including those that were pending at the last
 * stop. Blocks are a quarter of the block time apart (at most 250 ms), so that a burst shares one. Empty blocks
 * follow, one block time apart, until all submissions are final.
 */
export class Chain {
  readonly blocks: Blocks;
  readonly #database: DatabaseSync;
  readonly #payloads: PayloadStore;
  readonly #hashing: Hashing;
  readonly #blockTimeMs: number;
  readonly #statements: Readonly<Record<'oldest' | 'due', StatementSync>>;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #producing: Promise<void> | null = null;

  private constructor(database: DatabaseSync, payloads: PayloadStore, hashing: Hashing, blockTimeSeconds: number) {
    this.blocks = new Blocks(database, hashing);
    this.#database = database;
    this.#payloads = payloads;
    this.#hashing = hashing;
    this.#blockTimeMs = blockTimeSeconds * 1000;
    this.#statements = {
      oldest: database.prepare(
        'SELECT min(accepted_at) AS at FROM submissions WHERE block_number IS NULL AND error IS NULL',
      ),
      due: database.prepare(
        `${selectSubmissions} WHERE block_number IS NULL AND error IS NULL AND accepted_at <= ?
         ORDER BY accepted_at, seq LIMIT ${SUBMISSIONS_PER_BLOCK}`,
      ),
    };
  }

  static async open(database: DatabaseSync, payloads: PayloadStore, blockTimeSeconds: number): Promise<Chain> {
    return new Chain(database, payloads, await Hashing.load(), blockTimeSeconds);
  }

  /** Schedules the next block if one is due. Call it after each acceptance and at the start. */
  awaitBlock(): void {
    if (this.#timer !== null || this.#producing !== null || this.#stopping.signal.aborted) return;
    const due = this.#nextDue();
    if (due === null) return;
    const gap = Math.min(LONGEST_GAP_MS, this.#blockTimeMs / 4);
    this.#produceIn(Math.max(due - Date.now(), gap));
  }

  /** Resolves when no block is being made. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#producing;
  }

  #nextDue(): number | null {
    const oldest = this.#statements.oldest.get()?.at;
    if (typeof oldest === 'number') return oldest + this.#blockTimeMs;
    return this.blocks.finalityIsDue() ? this.blocks.head().producedAt + this.#blockTimeMs : null;
  }

  #produceIn(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#producing = this.#produceBlock().then(
        (moreIsDue) => this.#goOn(() => (moreIsDue ? this.#produceIn(0) : this.awaitBlock())),
        // The usual reason is a full disk. Pending submissions stay pending and are retried.
        () => this.#goOn(() => this.#produceIn(LONGEST_GAP_MS)),
      );
    }, milliseconds);
  }

  #goOn(next: () => void): void {
    this.#producing = null;
    if (!this.#stopping.signal.aborted) next();
  }

  /** Resolves to true if the block was full, so that more may be due at once. */
  async #produceBlock(): Promise<boolean> {
    const parent = this.blocks.head();
    const { submissions, isFull } = this.#dueSubmissions();
    if (submissions.length === 0 && !this.blocks.finalityIsDue()) return false;
    // The timestamp has index 0.
    const placed = submissions.map((submission, at) => ({ ...submission, extrinsicIndex: at + 1 }));
    const number = parent.number + 1;
    const block = { number, producedAt: Math.max(Date.now(), parent.producedAt + 1) };
    const hashed = await this.#hashExtrinsics(block, placed);
    if (hashed === null) return false;
    inTransaction(this.#database, () => {
      this.blocks.add({ number, parentHash: parent.hash, extrinsicsRoot: hashed.root }, block.producedAt);
      for (const submission of placed) {
        this.blocks.place(number, submission, hashed.txHashes[submission.extrinsicIndex] ?? '');
      }
    });
    return isFull;
  }

  #dueSubmissions(): { readonly submissions: BlockSubmission[]; readonly isFull: boolean } {
    const due = this.#statements.due.all(Date.now() - this.#blockTimeMs).map(readSubmission);
    let bytes = 0;
    const submissions = due.filter(({ size }, at) => {
      bytes += size;
      return at === 0 || bytes <= BYTES_PER_BLOCK;
    });
    return { submissions, isFull: submissions.length < due.length || due.length === SUBMISSIONS_PER_BLOCK };
  }

  /** Null if the chain is stopped meanwhile. */
  async #hashExtrinsics(
    block: Pick<Block, 'number' | 'producedAt'>,
    placed: readonly PlacedSubmission[],
  ): Promise<{ readonly root: string; readonly txHashes: readonly string[] } | null> {
    const transactions: Uint8Array[] = [];
    const txHashes: string[] = [];
    let sliceBegan = performance.now();
    for (const extrinsic of extrinsicsOf(block, placed)) {
      const transaction = await this.#transaction(extrinsic);
      transactions.push(transaction);
      txHashes.push(this.#hashing.blake2b256(transaction).slice(2));
      if (performance.now() - sliceBegan > SLICE_MS) {
        await setImmediate();
        sliceBegan = performance.now();
      }
      if (this.#stopping.signal.aborted) return null;
    }
    const root = Buffer.from(extrinsicsRoot(transactions, this.#hashing)).toString('hex');
    return this.#stopping.signal.aborted ? null : { root, txHashes };
  }

  /**
   * Uses placeholder bytes if the submitted ones cannot be read, so that the chain continues. The node has no body for
   * such a block.
   */
  async #transaction(extrinsic: Extrinsic): Promise<Uint8Array> {
    const { carries } = extrinsic;
    if (carries !== null && !isCarried(carries, this.#payloads)) return Buffer.from(`no bytes for ${carries.id}`);
    return wholeTransaction(extrinsic, this.#payloads);
  }
}
