import { join } from 'node:path';
import type { Slice } from '../../digests/index.ts';
import type { ManifestFile } from '../../manifest/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { type Cuts, cutsAtFiles, cutsInFull } from './cuts.ts';
import type { FolderFile } from './folder-files.ts';

/** A file of a folder, and where it begins in the folder's stream. */
export type FileInStream = FolderFile & { readonly offset: number };

/** Bytes of one file that belong to a slice; `at`: where in the slice. */
export type Piece = { readonly file: FileInStream; readonly slice: Slice; readonly at: number };

/** The files of a folder, one behind the other. */
export class FolderStream {
  readonly #files: readonly FileInStream[];
  /** Where each begins: to find those of a slice among hundreds of thousands. */
  readonly #offsets: Float64Array;

  constructor(files: Iterable<FolderFile>) {
    this.#files = [...inStream(files)].filter(({ size }) => size !== 0);
    this.#offsets = Float64Array.from(this.#files, ({ offset }) => offset);
  }

  cuts(sharing: boolean): Cuts {
    const sizes = this.#files.map(({ size }) => size ?? 0);
    return sharing ? cutsInFull(sizes) : cutsAtFiles(sizes);
  }

  /** What a slice is made of, in its order. */
  *piecesOf({ offset, size }: Slice): Generator<Piece> {
    const end = offset + size;
    for (let index = this.#lastAt(offset); index < this.#files.length; index += 1) {
      const file = this.#files[index];
      if (file === undefined || file.offset >= end) return;
      const from = Math.max(offset, file.offset);
      const to = Math.min(end, file.offset + (file.size ?? 0));
      if (to > from) yield { file, slice: { offset: from - file.offset, size: to - from }, at: from - offset };
    }
  }

  /** The last file that begins at `offset` or before. */
  #lastAt(offset: number): number {
    let low = 0;
    let high = this.#offsets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#offsets[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

/** With where each begins. */
function* inStream(files: Iterable<FolderFile>): Generator<FileInStream> {
  let offset = 0;
  for (const file of files) {
    yield { ...file, offset };
    offset += file.size ?? 0;
  }
}

/** As the manifest of the folder has them. All were read. */
export function* manifestFiles(files: Iterable<FolderFile>): Generator<ManifestFile> {
  for (const { path, offset, size, sha256, blake2b256, mtimeNs, keepsTime } of inStream(files)) {
    if (size === null || sha256 === null || blake2b256 === null)
      throw new Error('A file of the folder was never read.');
    yield { path, offset, size, sha256, blake2b256, modified: keepsTime ? instantOf(mtimeNs) : null };
  }
}

/** Where a file of the folder lies on the disk. */
export function placeOf({ path }: Pick<StoredSubmission, 'path'>, file: Pick<FolderFile, 'path' | 'found'>): string {
  return join(path, ...(file.found ?? file.path).split('/'));
}

/** Null where the time is none that can be written. */
export function instantOf(mtimeNs: string | null): string | null {
  if (mtimeNs === null) return null;
  const at = new Date(Number(BigInt(mtimeNs) / 1_000_000n));
  const year = at.getUTCFullYear();
  return Number.isNaN(at.getTime()) || year > 9999 || year < 0 ? null : at.toISOString();
}
