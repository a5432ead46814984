import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { compact } from 'scale-ts';
import { type Hashing, headerHash, headerInput } from '../../core/network/chain-format.ts';
import { asSubmitted, sizeAsSubmitted } from '../data-hash.ts';
import type { PayloadStore } from '../payload-store.ts';
import { blobTransaction, type CarriedSubmission, headOfSubmission, timestampTransaction } from './transactions.ts';

/** Hashes are hex without a prefix. */
type Header = {
  readonly number: number;
  readonly parentHash: string;
  readonly extrinsicsRoot: string;
};

/** A block in the database. `hash` is hex without a prefix, `producedAt` epoch milliseconds. */
export type Block = {
  readonly number: number;
  readonly hash: string;
  readonly producedAt: number;
  readonly header: Header;
};

/** A submission for a block. `size` is that of the submitted bytes, `dataHash` hex without a prefix. */
export type BlockSubmission = CarriedSubmission & {
  readonly id: string;
  readonly encrypted: boolean;
  readonly isBlob: boolean;
  readonly dataHash: string;
};

/** A submission and its place in a block. */
export type PlacedSubmission = BlockSubmission & { readonly extrinsicIndex: number };

/** Selects the rows that `readSubmission` reads. */
export const selectSubmissions = `
  SELECT seq, id, size, encrypted, is_blob, data_hash, extrinsic_index,
    coalesce(network_app_id, (SELECT network_app_id FROM apps ORDER BY seq LIMIT 1)) AS network_app_id
  FROM submissions`;

export function readSubmission(row: Record<string, SQLOutputValue>): BlockSubmission {
  return {
    seq: Number(row.seq),
    id: String(row.id),
    size: Number(row.size),
    networkAppId: Number(row.network_app_id),
    encrypted: row.encrypted === 1,
    isBlob: row.is_blob === 1,
    dataHash: String(row.data_hash),
  };
}

/** A transaction. If it carries a submission, `head` is the part before the submitted bytes. */
export type Extrinsic = { readonly head: Uint8Array; readonly carries: PlacedSubmission | null };

const FINALITY_DEPTH = 2;
const ZERO_HASH = '00'.repeat(32);
/** The root of an empty trie: BLAKE2b-256 of one zero byte. */
const ROOT_OF_NOTHING = '03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314';

/** The blocks in the database. Transactions are not stored: they are made again when a block is read. */
export class Blocks {
  readonly #hashing: Hashing;
  readonly #statements: Readonly<
    Record<'head' | 'byNumber' | 'byHash' | 'add' | 'place' | 'submissions' | 'lastSubmission', StatementSync>
  >;

  /** Adds block 0 if the database is new. */
  constructor(database: DatabaseSync, hashing: Hashing) {
    this.#hashing = hashing;
    const block = `SELECT b.number, b.hash, b.produced_at, b.extrinsics_root, parent.hash AS parent_hash
      FROM blocks b LEFT JOIN blocks parent ON parent.number = b.number - 1`;
    this.#statements = {
      head: database.prepare(`${block} ORDER BY b.number DESC LIMIT 1`),
      byNumber: database.prepare(`${block} WHERE b.number = ?`),
      byHash: database.prepare(`${block} WHERE b.hash = ?`),
      add: database.prepare('INSERT INTO blocks (number, hash, produced_at, extrinsics_root) VALUES (?, ?, ?, ?)'),
      place: database.prepare(
        'UPDATE submissions SET block_number = ?, extrinsic_index = ?, tx_hash = ? WHERE seq = ?',
      ),
      submissions: database.prepare(`${selectSubmissions} WHERE block_number = ? ORDER BY extrinsic_index`),
      lastSubmission: database.prepare(
        'SELECT max(block_number) AS number FROM submissions WHERE block_number IS NOT NULL',
      ),
    };
    if (this.atHeight(0) === null) this.add({ number: 0, parentHash: ZERO_HASH, extrinsicsRoot: ROOT_OF_NOTHING }, 0);
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

  /** True if the last submission's block is not final yet, so that more blocks must follow. */
  finalityIsDue(): boolean {
    return Number(this.#statements.lastSubmission.get()?.number ?? 0) > this.finalized().number;
  }

  submissionsIn(number: number): PlacedSubmission[] {
    return this.#statements.submissions
      .all(number)
      .map((row) => ({ ...readSubmission(row), extrinsicIndex: Number(row.extrinsic_index) }));
  }

  /** Call this and `place` for the block's submissions in one transaction. */
  add(header: Header, producedAt: number): void {
    const hash = headerHash(headerInput.parse(headerAsJson(header)), this.#hashing).slice(2);
    this.#statements.add.run(header.number, hash, producedAt, header.extrinsicsRoot);
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
      header: {
        number,
        parentHash: number === 0 ? ZERO_HASH : String(parentHash),
        extrinsicsRoot: String(extrinsicsRoot),
      },
    };
  }
}

/** The transactions of a block: its timestamp, then its submissions. Block 0 has none. */
export function extrinsicsOf(
  { number, producedAt }: Pick<Block, 'number' | 'producedAt'>,
  submissions: readonly PlacedSubmission[],
): Extrinsic[] {
  if (number === 0) return [];
  return [
    { head: timestampTransaction(producedAt), carries: null },
    ...submissions.map((submission) => {
      const carried = { ...submission, size: sizeAsSubmitted(submission) };
      return submission.isBlob
        ? { head: blobTransaction(number, carried, submission.dataHash), carries: null }
        : { head: headOfSubmission(number, carried), carries: submission };
    }),
  ];
}

/** More bytes than this are accepted only with a raised payload limit. No block of the network could carry them. */
const LARGEST_CARRIED_BYTES = 16 * 1024 * 1024;

/** True if a transaction with the submission can be made, so that its block has a body. */
export function isCarried({ id, size, isBlob }: PlacedSubmission, payloads: PayloadStore): boolean {
  return isBlob || (size <= LARGEST_CARRIED_BYTES && payloads.has(id));
}

/** The transaction with its submitted bytes. */
export async function wholeTransaction({ head, carries }: Extrinsic, payloads: PayloadStore): Promise<Uint8Array> {
  if (carries === null) return head;
  return Buffer.concat([head, asSubmitted(carries)(await payloads.whole(carries.id, carries.size))]);
}

/**
 * A header in the form of `chain_getHeader`. The practice chain has no state and no author: their root, slot and seal are
 * derived from the number and the parent.
 */
export function headerAsJson(header: Header): object {
  const { number, parentHash, extrinsicsRoot } = header;
  const made = `of ${number} after ${parentHash}`;
  return {
    parentHash: `0x${parentHash}`,
    number: `0x${number.toString(16)}`,
    stateRoot: `0x${createHash('sha256').update(`state ${made}`).digest('hex')}`,
    extrinsicsRoot: `0x${extrinsicsRoot}`,
    digest: {
      logs:
        number === 0
          ? []
          : [
              digestItem(PRE_RUNTIME, slotOf(number)),
              digestItem(SEAL, createHash('sha512').update(`seal ${made}`).digest()),
            ],
    },
    extension: {
      V3: {
        appLookup: { size: 0, index: [] },
        commitment: { rows: 0, cols: 0, commitment: [], dataRoot: `0x${ZERO_HASH}` },
      },
    },
  };
}

const [SEAL, PRE_RUNTIME] = [5, 6];
const engine = Buffer.from('BABE');

/** A log of a header's digest in SCALE, as hex. */
function digestItem(kind: number, value: Uint8Array): string {
  const coded = Buffer.concat([Uint8Array.of(kind), engine, compact.enc(value.length), value]);
  return `0x${coded.toString('hex')}`;
}

function slotOf(number: number): Uint8Array {
  const slot = Buffer.alloc(13);
  slot.writeUInt8(2);
  slot.writeUInt32LE(number >>> 0, 5);
  return slot;
}
