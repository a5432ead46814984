import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { IHasher } from 'hash-wasm';
import { encodeHeader, type Header, NO_PARENT } from './header.ts';
import { type CarriedSubmission, headOfSubmission, timestampTransaction, transferTransaction } from './transactions.ts';

/** A block as it is kept. `hash` is hex without a prefix, `producedAt` epoch milliseconds. */
export type Block = {
  readonly number: number;
  readonly hash: string;
  readonly producedAt: number;
  readonly extrinsicCount: number;
  /** Null for a block from before the chain had headers: of those it knows the hash and nothing else. */
  readonly header: Header | null;
};

/** A submission and its place in a block. */
export type PlacedSubmission = CarriedSubmission & {
  readonly id: string;
  readonly encrypted: boolean;
  readonly extrinsicIndex: number;
};

/** A transaction: all of it, or what stands before the bytes of a submission, which are where they are kept. */
export type Extrinsic = { readonly head: Uint8Array; readonly carries: PlacedSubmission | null };

const FINALITY_DEPTH = 2;
/** The root of a trie with nothing in it: BLAKE2b-256 of one zero byte. */
const ROOT_OF_NOTHING = '03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314';

/** The chain as it stands in the database: all of a block but the submitted bytes is made again when it is asked for. */
export class Blocks {
  readonly #hasher: IHasher;
  readonly #statements: Readonly<
    Record<'head' | 'byNumber' | 'byHash' | 'add' | 'place' | 'submissions' | 'lastSubmission', StatementSync>
  >;

  /** `hasher`: BLAKE2b-256. Makes the first block of all, where there is none. */
  constructor(database: DatabaseSync, hasher: IHasher) {
    this.#hasher = hasher;
    const block = `SELECT b.number, b.hash, b.produced_at, b.extrinsics_root, b.extrinsic_count, parent.hash AS parent_hash
      FROM blocks b LEFT JOIN blocks parent ON parent.number = b.number - 1`;
    this.#statements = {
      head: database.prepare(`${block} ORDER BY b.number DESC LIMIT 1`),
      byNumber: database.prepare(`${block} WHERE b.number = ?`),
      byHash: database.prepare(`${block} WHERE b.hash = ?`),
      add: database.prepare(
        'INSERT INTO blocks (number, hash, produced_at, extrinsics_root, extrinsic_count) VALUES (?, ?, ?, ?, ?)',
      ),
      place: database.prepare(
        'UPDATE submissions SET block_number = ?, extrinsic_index = ?, tx_hash = ? WHERE seq = ?',
      ),
      submissions: database.prepare(
        'SELECT seq, id, size, encrypted, extrinsic_index FROM submissions WHERE block_number = ? ORDER BY extrinsic_index',
      ),
      lastSubmission: database.prepare(
        'SELECT max(block_number) AS number FROM submissions WHERE block_number IS NOT NULL',
      ),
    };
    if (this.atHeight(0) === null)
      this.add({ number: 0, parentHash: NO_PARENT, extrinsicsRoot: ROOT_OF_NOTHING }, 0, 0);
  }

  head(): Block {
    const head = this.#read(this.#statements.head.get());
    if (head === null) throw new Error('The practice chain has no first block.');
    return head;
  }

  finalized(): Block {
    const head = this.head();
    return this.atHeight(Math.max(0, head.number - FINALITY_DEPTH)) ?? head;
  }

  atHeight(number: number): Block | null {
    return this.#read(this.#statements.byNumber.get(number));
  }

  /** `hash`: hex in lower case, without a prefix. */
  withHash(hash: string): Block | null {
    return this.#read(this.#statements.byHash.get(hash));
  }

  /** Whether blocks must follow until all that was submitted is in one that is final, and has a header. */
  finalityIsDue(): boolean {
    const finalized = this.finalized();
    return finalized.header === null || Number(this.#statements.lastSubmission.get()?.number ?? 0) > finalized.number;
  }

  submissionsIn(number: number): PlacedSubmission[] {
    return this.#statements.submissions.all(number).map((row) => ({
      seq: Number(row.seq),
      id: String(row.id),
      size: Number(row.size),
      encrypted: row.encrypted === 1,
      extrinsicIndex: Number(row.extrinsic_index),
    }));
  }

  /** To be called in one transaction with the places of its submissions. */
  add(header: Header, producedAt: number, extrinsicCount: number): void {
    const hash = this.#hasher.init().update(encodeHeader(header)).digest();
    this.#statements.add.run(header.number, hash, producedAt, header.extrinsicsRoot, extrinsicCount);
  }

  place(number: number, { seq, extrinsicIndex }: PlacedSubmission, txHash: string): void {
    this.#statements.place.run(number, extrinsicIndex, txHash, seq);
  }

  #read(row: Record<string, SQLOutputValue> | undefined): Block | null {
    if (row === undefined) return null;
    const number = Number(row.number);
    const { extrinsics_root: extrinsicsRoot, parent_hash: parentHash } = row;
    return {
      number,
      hash: String(row.hash),
      producedAt: Number(row.produced_at),
      extrinsicCount: Number(row.extrinsic_count ?? 0),
      header:
        extrinsicsRoot === null
          ? null
          : {
              number,
              parentHash: number === 0 ? NO_PARENT : String(parentHash),
              extrinsicsRoot: String(extrinsicsRoot),
            },
    };
  }
}

/**
 * Where submissions come to stand in a block, and how many transactions it then has: the network's own timestamp is the
 * first, and before every second submission is a transfer, so that no index is the place in a list of submissions.
 */
export function layOut<Submission>(submissions: readonly Submission[]): {
  readonly placed: (Submission & { readonly extrinsicIndex: number })[];
  readonly extrinsicCount: number;
} {
  const placed = submissions.map((submission, at) => ({ ...submission, extrinsicIndex: 1 + at + Math.ceil(at / 2) }));
  return { placed, extrinsicCount: (placed.at(-1)?.extrinsicIndex ?? 0) + 1 };
}

export function extrinsicsOf(
  block: Pick<Block, 'number' | 'producedAt' | 'extrinsicCount'>,
  submissions: readonly PlacedSubmission[],
): Extrinsic[] {
  const byIndex = new Map(submissions.map((submission) => [submission.extrinsicIndex, submission]));
  return Array.from({ length: block.extrinsicCount }, (_, index) => {
    if (index === 0) return { head: timestampTransaction(block.number, block.producedAt), carries: null };
    const carries = byIndex.get(index) ?? null;
    if (carries === null) return { head: transferTransaction(block.number, index), carries };
    return { head: headOfSubmission(block.number, carries), carries };
  });
}
