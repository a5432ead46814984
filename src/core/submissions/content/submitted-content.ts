import type { DatabaseSync } from 'node:sqlite';
import type { ManifestFile } from '../../manifest/index.ts';
import type { Commit } from '../../storage/index.ts';
import { SubmissionQueries } from '../journal/submission-queries.ts';
import { FolderFiles, manifestFiles } from './folder-files.ts';

/** The content of a folder as its manifest lists it. */
export type FolderListing = { readonly files: readonly ManifestFile[]; readonly folders: readonly string[] };

/** Lists the content of submitted folders, to verify a local folder against it. */
export class FolderListings {
  readonly #queries: SubmissionQueries;
  readonly #folderFiles: FolderFiles;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#queries = new SubmissionQueries(database);
    this.#folderFiles = new FolderFiles(database, commit);
  }

  /** Returns null if the submission is not a folder or was never read completely. */
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
