import type { DatabaseSync } from 'node:sqlite';
import type { Digests } from '../../digests/index.ts';
import type { ManifestFile, ManifestPart } from '../../manifest/index.ts';
import type { Commit } from '../../storage/index.ts';
import { PartRows } from '../journal/part-rows.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { SubmissionQueries } from '../journal/submission-queries.ts';
import { manifestOfRow } from '../parts/manifest-of.ts';
import { FolderFiles, manifestFiles } from './folder-files.ts';

/** All that was in a folder when it was submitted, as its manifest has it. */
export type FolderListing = { readonly files: readonly ManifestFile[]; readonly folders: readonly string[] };

/** What is kept of the folders that were submitted as one, for who holds one against it. */
export class FolderListings {
  readonly #queries: SubmissionQueries;
  readonly #folderFiles: FolderFiles;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#queries = new SubmissionQueries(database);
    this.#folderFiles = new FolderFiles(database, commit);
  }

  /** Null for what is no folder, or was never read to its end. */
  of(accountId: string, submissionId: string): FolderListing | null {
    const row = this.#queries.withReceipt(accountId, submissionId);
    if (row === null || row.content !== 'folder') return null;
    const files = [...this.#folderFiles.files(row.id)];
    if (files.some(({ size, sha256, blake2b256 }) => size === null || sha256 === null || blake2b256 === null))
      return null;
    const folders = Array.from(this.#folderFiles.emptyFolders(row.id), ({ path }) => path);
    return { files: [...manifestFiles(files)], folders };
  }
}

const neverStopped = new AbortController().signal;

/** The manifests of what went in parts, made once more of what is kept of it. */
export class SubmittedManifests {
  readonly #queries: SubmissionQueries;
  readonly #partRows: PartRows;
  readonly #folderFiles: FolderFiles;
  readonly #digests: Pick<Digests, 'ofBytes'>;

  constructor(database: DatabaseSync, commit: Commit, digests: Pick<Digests, 'ofBytes'>) {
    this.#queries = new SubmissionQueries(database);
    this.#partRows = new PartRows(database, commit);
    this.#folderFiles = new FolderFiles(database, commit);
    this.#digests = digests;
  }

  /**
   * That which names the slices of what went out, also where it went in parts itself. Null where it is not byte for byte what was
   * submitted, or nothing went in parts under this id.
   */
  async of(accountId: string, submissionId: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const row = this.#queries.withReceipt(accountId, submissionId);
    const made = row === null ? null : this.#made(row);
    return made !== null && (await this.#isSubmitted(made.manifest, made.slices)) ? made.manifest : null;
  }

  /** With what it was submitted in. */
  #made(row: StoredSubmission) {
    try {
      const slices = [...this.#partRows.ofLevel(row.id, 1)];
      if (slices.length === 0) return null;
      return { slices, manifest: manifestOfRow(row, this.#folderFiles, this.#partRows.ofLevel(row.id, 0)) };
    } catch {
      // Something of it is gone, or cannot be read.
      return null;
    }
  }

  async #isSubmitted(manifest: Uint8Array<ArrayBuffer>, slices: readonly ManifestPart[]): Promise<boolean> {
    let end = 0;
    for (const { offset, size, sha256, blake2b256 } of slices) {
      if (offset !== end) return false;
      end += size;
      const read = await this.#digests.ofBytes(manifest.slice(offset, end), neverStopped);
      if (read.kind !== 'digested' || read.sha256 !== sha256 || read.blake2b256 !== blake2b256) return false;
    }
    return end === manifest.length;
  }
}
