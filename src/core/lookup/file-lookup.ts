import { basename } from 'node:path';
import type { FileAnswer, Match } from '../../shared/bridge/lookup.ts';
import type { FileDigests } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { type LookupKeys, noKeys } from '../../shared/lookup-keys.ts';
import type { AllDigests, Digested, Digests } from '../digests/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { FileThreads } from '../files/index.ts';
import type { Records } from '../records/index.ts';
import type { Kept } from './kept.ts';

const PROGRESS_EVERY_MS = 120;
const MOST_MATCHES = 50;

export class FileLookup {
  readonly #files: FileThreads;
  readonly #digests: Digests;
  readonly #records: Records;
  readonly #kept: Kept;
  readonly #events: DomainEvents;
  readonly #running = new Map<string, AbortController>();

  constructor(files: FileThreads, digests: Digests, records: Records, kept: Kept, events: DomainEvents) {
    this.#files = files;
    this.#digests = digests;
    this.#records = records;
    this.#kept = kept;
    this.#events = events;
  }

  async find(lookupId: string, path: string): Promise<Result<FileAnswer>> {
    const abort = new AbortController();
    this.#running.set(lookupId, abort);
    try {
      const read = await this.#read(lookupId, path, abort.signal);
      if (!read.ok) return read;
      const { keccak256, blake2b256, sha256, size } = read.value;
      const digests = { keccak256, blake2b256, sha256 };
      const found = await this.#matchesOf(digests);
      if (!found.ok) return found;
      const matches = found.value;
      const shown = { matches: matches.slice(0, MOST_MATCHES), more: matches.length > MOST_MATCHES, areSimilar: false };
      return success({ name: basename(path), size, digests, ...shown });
    } finally {
      this.#running.delete(lookupId);
    }
  }

  cancel(lookupId: string): void {
    this.#running.get(lookupId)?.abort();
  }

  close(): void {
    for (const abort of this.#running.values()) abort.abort();
  }

  async #read(lookupId: string, path: string, signal: AbortSignal): Promise<Result<Digested & AllDigests>> {
    const facts = await this.#files.look(path, 'follow');
    const total = facts.kind === 'file' ? facts.size : 0;
    let notifiedAt = Number.NEGATIVE_INFINITY;
    const onProgress = (done: number): void => {
      if (performance.now() - notifiedAt < PROGRESS_EVERY_MS) return;
      notifiedAt = performance.now();
      this.#events.emit('lookup.file-progress', { lookupId, done, total });
    };
    const read = await this.#digests.digest(path, 'follow', onProgress, signal);
    if (read.kind === 'cancelled') return failure({ code: 'cancelled' });
    if (read.kind === 'unreadable') {
      const why = read.code === 'EISDIR' ? 'folder' : 'other';
      return failure({ code: 'compared-file-unreadable', values: { name: basename(path), why }, detail: read.detail });
    }
    return read.changedMeanwhile ? failure({ code: 'compared-file-changed' }) : success(read);
  }

  /** Newest first. */
  async #matchesOf({ keccak256, blake2b256, sha256 }: FileDigests): Promise<Result<readonly Match[]>> {
    const matches = new Map<string, Match>();
    for (const digest of [keccak256, blake2b256, sha256]) {
      const keys: LookupKeys = { ...noKeys, hex: digest.slice(2) };
      const hits = await this.#records.find(keys, MOST_MATCHES);
      if (!hits.ok) return hits;
      for (const hit of hits.value) {
        const match = this.#kept.match(hit);
        // The hash of a block or transaction is not a file's digest.
        if (match === null || match.why.key === 'block-hash' || match.why.key === 'transaction-hash') continue;
        const same = `${match.accountId} ${match.submissionId ?? match.submission?.id}`;
        if (!matches.has(same)) matches.set(same, match);
      }
    }
    return success([...matches.values()].toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? '')));
  }
}
