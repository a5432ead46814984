import { type Cuts, cutsAtFiles, plainCuts } from '../content/content-source.ts';
import { entryBytes, manifestLoad, type SubmissionLoad } from '../content/manifest-size.ts';

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
  const parts = Math.ceil(size / partSize);
  return sum([
    { submissions: parts, bytes: billed(size, partSize) },
    manifestLoad(parts, entryBytes('file', name), partSize),
  ]);
}

/** A folder whose files each begin a submission. */
export function together(folder: FolderSizes, partSize: number): SubmissionLoad {
  const bytes = folder.sizes.reduce((all, size) => all + billed(size, partSize), 0);
  return inParts(folder, cutsAtFiles(folder.sizes), bytes, partSize);
}

/** A folder whose files share submissions. */
export function shared(folder: FolderSizes, partSize: number): SubmissionLoad {
  const cuts = plainCuts(folder.sizes.reduce((all, size) => all + size, 0));
  return inParts(folder, cuts, billed(cuts.size, partSize), partSize);
}

function inParts({ entryBytes: entries }: FolderSizes, cuts: Cuts, bytes: number, partSize: number): SubmissionLoad {
  const submissions = cuts.count(partSize);
  return sum([{ submissions, bytes }, manifestLoad(submissions, entries, partSize)]);
}

/** Bytes in parts, the last of which may be below what is billed at least. */
function billed(size: number, partSize: number): number {
  const rest = size % partSize;
  return rest === 0 ? size : size - rest + Math.max(rest, LEAST_BILLED);
}
