import { type Cuts, cutsAtFiles, plainCuts } from '../content/content-source.ts';
import { fileEntryBytes, loadInParts, type SubmissionLoad } from '../content/manifest-size.ts';

/** Services bill at least as much for each. */
const LEAST_BILLED = 1024;

/** What was found of one folder. */
export type FolderSizes = {
  /** Bytes of its files, in the order of its stream. */
  readonly sizes: readonly number[];
  /** What they, and empty folders, take in its manifest. */
  readonly entryBytes: number;
};

export const nothing: SubmissionLoad = { submissions: 0, bytes: 0 };

export function sum(loads: Iterable<SubmissionLoad>): SubmissionLoad {
  let [submissions, bytes] = [0, 0];
  for (const load of loads) {
    submissions += load.submissions;
    bytes += load.bytes;
  }
  return { submissions, bytes };
}

/** A file that goes by itself: in one, or in parts that a manifest names. Of what has no content nothing goes. */
export function alone(name: string, size: number, partSize: number): SubmissionLoad {
  if (size === 0) return nothing;
  if (size <= partSize) return { submissions: 1, bytes: Math.max(size, LEAST_BILLED) };
  return inParts(fileEntryBytes(name), plainCuts(size), billed(size, partSize), partSize);
}

/** A folder whose files each begin a submission. */
export function together(folder: FolderSizes, partSize: number): SubmissionLoad {
  const bytes = folder.sizes.reduce((all, size) => all + billed(size, partSize), 0);
  return inParts(folder.entryBytes, cutsAtFiles(folder.sizes), bytes, partSize);
}

/** A folder whose files share submissions. */
export function shared(folder: FolderSizes, partSize: number): SubmissionLoad {
  const cuts = plainCuts(folder.sizes.reduce((all, size) => all + size, 0));
  return inParts(folder.entryBytes, cuts, billed(cuts.size, partSize), partSize);
}

/** `bytes`: of the parts, as they are billed. */
function inParts(entries: number, cuts: Cuts, bytes: number, partSize: number): SubmissionLoad {
  const load = loadInParts(cuts, entries, partSize);
  return { submissions: load.submissions, bytes: load.bytes - cuts.size + bytes };
}

/** Bytes in parts, the last of which may be below what is billed at least. */
function billed(size: number, partSize: number): number {
  const rest = size % partSize;
  return rest === 0 ? size : size - rest + Math.max(rest, LEAST_BILLED);
}
