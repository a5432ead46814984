import { basename } from 'node:path';
import type { FileAnswer, LookupKeys, Match } from '../../shared/bridge/lookup.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { Digests } from '../digests/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import { type FileThreads, fileSize } from '../files/index.ts';
import type { Records } from '../records/index.ts';
import type { Kept } from './kept.ts';

export type FileLookupParts = {
  readonly files: FileThreads;
  readonly digests: Digests;
  readonly records: Pick<Records, 'find'>;
  readonly kept: Kept;
  readonly events: DomainEvents;
};

const TOLD_EVERY_MS = 120;
const SHOWN = 50;

export type FileLookup = ReturnType<typeof createFileLookup>;

/** Finds the submissions of a file by its bytes, whatever it is called now. */
export function createFileLookup({ files, digests, records, kept, events }: FileLookupParts) {
  const running = new Map<string, AbortController>();

  return {
    async find(lookupId: string, path: string): Promise<Result<FileAnswer>> {
      const abort = new AbortController();
      running.set(lookupId, abort);
      try {
        const found = await fileSize(files, path);
        const total = found.ok ? found.size : 0;
        let toldAt = Number.NEGATIVE_INFINITY;
        const onProgress = (done: number): void => {
          if (performance.now() - toldAt < TOLD_EVERY_MS) return;
          toldAt = performance.now();
          events.emit('lookup.file-progress', { lookupId, done, total });
        };
        const read = found.ok
          ? await digests.digest(path, 'follow', onProgress, abort.signal)
          : ({ kind: 'unreadable', ...found } as const);
        if (read.kind === 'cancelled') return failure({ code: 'cancelled' });
        if (read.kind === 'unreadable') {
          const why = read.code === 'EISDIR' ? 'folder' : read.code === 'EMPTY' ? 'empty' : 'other';
          return failure({ code: 'looked-up-file-unreadable', values: { why }, detail: read.detail });
        }
        if (read.changedMeanwhile) {
          return failure({ code: 'looked-up-file-changed' });
        }
        const { keccak256, blake2b256, sha256, size } = read;
        const matches = new Map<string, Match>();
        for (const digest of [keccak256, blake2b256, sha256]) {
          const keys: LookupKeys = { id: null, hex: digest.slice(2), days: null, name: null };
          for (const hit of await records.find(keys, SHOWN)) {
            const match = kept.match(hit, keys);
            // A block's hash is no digest of a file.
            if (match === null || match.why.key === 'block-hash' || match.why.key === 'transaction-hash') continue;
            const same = `${match.accountId} ${match.submissionId ?? match.submission?.id}`;
            if (!matches.has(same)) matches.set(same, match);
          }
        }
        const ordered = [...matches.values()].toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? ''));
        return success({
          name: basename(path),
          size,
          digests: { keccak256, blake2b256, sha256 },
          matches: ordered.slice(0, SHOWN),
          more: ordered.length > SHOWN,
        });
      } finally {
        running.delete(lookupId);
      }
    },

    cancel: (lookupId: string): void => running.get(lookupId)?.abort(),

    close(): void {
      for (const abort of running.values()) abort.abort();
    },
  };
}
