import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { DataHash } from '../data-hash.ts';
import { inTransaction } from '../database.ts';

const SUBMISSIONS_PER_BLOCK = 1000;
// The first extrinsic of a block is the network's own timestamp.
const FIRST_EXTRINSIC_INDEX = 1;
const LONGEST_GAP_MS = 250;

/**
 * Puts submissions into blocks once they are older than the block time, also those that were pending when the service
 * was stopped. A quarter of the block time (at most 250 ms) lies between blocks, so that a burst shares one.
 */
export class Chain {
  readonly #database: DatabaseSync;
  readonly #hash: DataHash;
  readonly #blockTimeMs: number;
  readonly #statements: Readonly<Record<'oldest' | 'due' | 'head' | 'addBlock' | 'place', StatementSync>>;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(database: DatabaseSync, hash: DataHash, blockTimeSeconds: number) {
    this.#database = database;
    this.#hash = hash;
    this.#blockTimeMs = blockTimeSeconds * 1000;
    this.#statements = {
      oldest: database.prepare('SELECT min(accepted_at) AS at FROM submissions WHERE block_number IS NULL'),
      due: database.prepare(
        `SELECT seq, id FROM submissions WHERE block_number IS NULL AND accepted_at <= ?
         ORDER BY accepted_at, seq LIMIT ${SUBMISSIONS_PER_BLOCK}`,
      ),
      head: database.prepare('SELECT number, hash FROM blocks ORDER BY number DESC LIMIT 1'),
      addBlock: database.prepare('INSERT INTO blocks VALUES (?, ?, ?)'),
      place: database.prepare(
        'UPDATE submissions SET block_number = ?, extrinsic_index = ?, tx_hash = ? WHERE seq = ?',
      ),
    };
  }

  /** Makes sure that a block is coming while a submission is pending. Call it after each acceptance, and at the start. */
  awaitBlock(): void {
    if (this.#timer !== null || this.#stopped) return;
    const oldest = this.#statements.oldest.get()?.at;
    if (typeof oldest !== 'number') return;
    const untilDue = oldest + this.#blockTimeMs - Date.now();
    const gap = Math.min(LONGEST_GAP_MS, this.#blockTimeMs / 4);
    this.#timer = setTimeout(() => this.#tick(), Math.max(untilDue, gap));
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #tick(): void {
    this.#timer = null;
    const full = this.#produceBlock(Date.now());
    if (full) this.#timer = setTimeout(() => this.#tick(), 0);
    else this.awaitBlock();
  }

  /** Answers whether the block was full, so that more may be due at once. */
  #produceBlock(now: number): boolean {
    return inTransaction(this.#database, () => {
      const due = this.#statements.due.all(now - this.#blockTimeMs);
      if (due.length === 0) return false;
      const head = this.#statements.head.get();
      const number = Number(head?.number ?? 0) + 1;
      const hash = this.#hash.ofText(`block ${number} after ${head?.hash ?? 'nothing'} at ${now}`);
      this.#statements.addBlock.run(number, hash, now);
      for (const [index, row] of due.entries()) {
        const seq = Number(row.seq);
        const txHash = this.#hash.ofText(`submission ${row.id} in ${hash}`);
        this.#statements.place.run(number, index + FIRST_EXTRINSIC_INDEX, txHash, seq);
      }
      return due.length === SUBMISSIONS_PER_BLOCK;
    });
  }
}
