import { createHash } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Conditions } from './batch-plan.ts';
import { chance, whole } from './seeded.ts';

/** The proxy's data about an accepted submission. */
export type TakenSubmission = {
  readonly file: string;
  /** The number at the end of `file`: of a file or a manifest its number, of a slice its offset. */
  readonly place: number;
  /** Monotonic time of the process, milliseconds. */
  readonly at: number;
  readonly keccak256: string;
  readonly blake2b256: string;
};

export function hashesOf(body: Uint8Array): Pick<TakenSubmission, 'keccak256' | 'blake2b256'> {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  return { keccak256: hex(keccak_256(body)), blake2b256: hex(blake2b(body, { dkLen: 32 })) };
}

/** Faults of the list. */
export const listFaultKinds = [
  'list shuffled',
  'records twice',
  'records missing',
  'records late',
  'list capped',
] as const;
/** Faults of the hash in every record. */
export const hashFaultKinds = ['hash of another kind', 'hash of unknown bytes', 'hash missing'] as const;
export const ERROR_THEN_BLOCK = 'error, then block';
export type RecordFaultKind =
  | (typeof listFaultKinds)[number]
  | (typeof hashFaultKinds)[number]
  | typeof ERROR_THEN_BLOCK;

/** The range of delays before a record is listed; well below the time after which the app accepts that it is missing. */
const LATE_MS = { least: 100, most: 600 };

/** The share of submissions whose record has an error, and its duration until the service has submitted them again. */
const ERROR_SHARE = 0.2;
const ERROR_MS = { least: 1_000, most: 12_000 };
const blockFields = new Set([
  'extrinsic_index',
  'fees',
  'to_address',
  'block_hash',
  'data_hash',
  'tx_hash',
  'block_number',
  'converted_fees',
]);

type Json = { readonly [name: string]: unknown };

/**
 * Changes a service's records to those of a service with other habits. Depends only on the file, so that a seed
 * replays.
 */
export class RecordFaults {
  readonly #seed: number;
  readonly #conditions: Conditions;
  readonly #taken: ReadonlyMap<string, TakenSubmission>;
  readonly #met: (fault: RecordFaultKind) => void;
  readonly #listed = new Set<string>();
  #reads = 0;

  constructor(
    seed: number,
    conditions: Conditions,
    taken: ReadonlyMap<string, TakenSubmission>,
    met: (fault: RecordFaultKind) => void,
  ) {
    this.#seed = seed;
    this.#conditions = conditions;
    this.#taken = taken;
    this.#met = met;
  }

  /** Changes the body of an answer with a list of records, bare or wrapped. `calm`: without faults of the list. */
  list(text: string, calm: boolean): string {
    const json: unknown = JSON.parse(text);
    this.#reads += 1;
    return JSON.stringify(inList(json, (records) => this.#listOf(records, calm)));
  }

  /** Changes the body of an answer with one record. */
  record(text: string): string {
    return JSON.stringify(this.#recordOf(JSON.parse(text)));
  }

  #listOf(records: readonly unknown[], calm: boolean): unknown[] {
    const changed = records.map((record) => this.#recordOf(record));
    if (calm) return changed;
    const { shuffled, twice, gaps, late, cap } = this.#conditions.lists;
    let list = changed.filter((record) => {
      const id = idOf(record);
      const taken = id === null ? undefined : this.#taken.get(id);
      if (id === null || taken === undefined) return true;
      if (late && performance.now() - taken.at < whole(LATE_MS.least, LATE_MS.most, this.#seed, taken.file, 'late')) {
        this.#met('records late');
        return false;
      }
      const first = !this.#listed.has(id);
      this.#listed.add(id);
      const missing = gaps && first && chance(this.#seed, taken.file, 'gap') < 0.3;
      if (missing) this.#met('records missing');
      return !missing;
    });
    if (twice) {
      list = list.flatMap((record) => {
        if (chance(this.#seed, this.#fileOf(record), 'twice') >= 0.2) return [record];
        this.#met('records twice');
        return [record, record];
      });
    }
    if (shuffled) {
      this.#met('list shuffled');
      list = list
        .map((record) => ({ record, place: chance(this.#seed, this.#reads, this.#fileOf(record)) }))
        .sort((one, other) => one.place - other.place)
        .map(({ record }) => record);
    }
    if (cap === null || list.length <= cap) return list;
    this.#met('list capped');
    return list.slice(0, cap);
  }

  #recordOf(record: unknown): unknown {
    const id = idOf(record);
    const taken = id === null ? undefined : this.#taken.get(id);
    if (!isObject(record) || taken === undefined || chance(this.#seed, taken.file, 'error') >= ERROR_SHARE) {
      return this.#hashed(record, null);
    }
    const until = taken.at + whole(ERROR_MS.least, ERROR_MS.most, this.#seed, taken.file, 'error until');
    if (performance.now() >= until) return this.#hashed(record, null);
    this.#met(ERROR_THEN_BLOCK);
    return withError(record);
  }

  #fileOf(record: unknown): string {
    const id = idOf(record);
    return id === null ? '' : (this.#taken.get(id)?.file ?? '');
  }

  /** Replaces `data_hash` at any depth. `outer`: the id of the surrounding object. */
  #hashed(value: unknown, outer: string | null): unknown {
    if (!isObject(value)) return value;
    const id = idOf(value) ?? outer;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'data_hash' && typeof inner === 'string' ? this.#hash(inner, id) : this.#hashed(inner, id),
      ]),
    );
  }

  #hash(hash: string, id: string | null): string | null {
    const { kind, from } = this.#conditions.hashes;
    const taken = id === null ? undefined : this.#taken.get(id);
    if (taken === undefined || taken.place <= from || kind === 'as before') return hash;
    const prefix = hash.startsWith('0x') ? '0x' : '';
    if (kind === 'missing') {
      this.#met('hash missing');
      return null;
    }
    if (kind === 'encrypted') {
      this.#met('hash of unknown bytes');
      return `${prefix}${createHash('sha256').update(`encrypted ${taken.keccak256}`).digest('hex')}`;
    }
    this.#met('hash of another kind');
    const bare = hash.slice(prefix.length).toLowerCase();
    return `${prefix}${bare === taken.keccak256 ? taken.blake2b256 : taken.keccak256}`;
  }
}

function withError(record: Json): Json {
  const fields = Object.entries(record).map(([name, value]) => {
    if (name === 'data') return [name, {}];
    if (name === 'state') return [name, 'Error'];
    return [name, blockFields.has(name) ? null : name === 'submission' && isObject(value) ? withError(value) : value];
  });
  return { ...Object.fromEntries(fields), error: 'TIMEOUT' };
}

function inList(value: unknown, change: (records: readonly unknown[]) => unknown[]): unknown {
  if (Array.isArray(value)) return change(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'results' || name === 'data' ? inList(inner, change) : inner,
    ]),
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(value: unknown): string | null {
  return isObject(value) && typeof value.id === 'string' ? value.id : null;
}
