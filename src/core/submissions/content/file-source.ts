import type { Digested, Digests, Slice } from '../../digests/index.ts';
import { type ManifestPart, storableName, writeManifest } from '../../manifest/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { ContentSource, PrepareEnd, SliceEnd } from './content-source.ts';
import { fileFailure } from './file-change.ts';
import { instantOf } from './folder-files.ts';
import { fileEntryBytes } from './manifest-size.ts';

/** Reads the content of a single file. */
export class FileSource implements ContentSource {
  readonly #digests: Digests;

  constructor(digests: Digests) {
    this.#digests = digests;
  }

  prepare(row: StoredSubmission, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<PrepareEnd> {
    return this.#digests.digest(row.path, 'no-follow', onProgress, signal, 'no-keccak');
  }

  async read(row: StoredSubmission, range: Slice, signal: AbortSignal): Promise<SliceEnd> {
    const end = await this.#digests.slice(row.path, range, signal, 'no-keccak');
    if (end.kind === 'cancelled') return end;
    if (end.kind === 'unreadable') return { kind: 'failed', reason: fileFailure(end.code, end.detail) };
    const { bytes, keccak256, blake2b256, sha256 } = end;
    if (bytes === null || bytes.length < range.size || isAnother(row, end)) {
      const detail = `Prepared with ${row.size} bytes, modified at ${row.mtimeNs} ns; found ${end.fileSize} bytes, ${end.mtimeNs} ns.`;
      return { kind: 'failed', reason: { code: 'file-changed', detail } };
    }
    return { kind: 'read', bytes, keccak256, blake2b256, sha256 };
  }

  entryBytes({ name }: StoredSubmission): number {
    return fileEntryBytes(name);
  }

  manifest(row: StoredSubmission, parts: Iterable<ManifestPart>): Uint8Array<ArrayBuffer> {
    const { sha256, blake2b256, mtimeNs } = row;
    if (sha256 === null || blake2b256 === null) throw new Error('The file was never read.');
    // Some file names are not valid in a manifest, such as `a\b` on Linux.
    const name = storableName(row.name);
    const stream = { size: row.size ?? 0, sha256, blake2b256 };
    const files = [{ path: name, offset: 0, ...stream, modified: instantOf(mtimeNs) }];
    return writeManifest({ kind: 'file', name, ...stream, parts, files, folders: [], encryption: null });
  }
}

/** True if the file is not the one that was prepared. A row of an earlier run is compared by size and time alone. */
function isAnother({ size, mtimeNs, seenAs }: StoredSubmission, now: Digested): boolean {
  if (now.changedMeanwhile || now.fileSize !== size || now.mtimeNs !== mtimeNs) return true;
  return seenAs !== null && (seenAs.inode !== now.inode || seenAs.ctimeNs !== now.ctimeNs);
}
