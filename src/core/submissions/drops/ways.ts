import { fileEntryBytes, loadInParts, type SubmissionLoad } from '../content/manifest-size.ts';

/** Services bill at least as much for each submission. */
const LEAST_BILLED = 1024;

export const nothing: SubmissionLoad = { submissions: 0, bytes: 0 };

export function sum(loads: Iterable<SubmissionLoad>): SubmissionLoad {
  let [submissions, bytes] = [0, 0];
  for (const load of loads) {
    submissions += load.submissions;
    bytes += load.bytes;
  }
  return { submissions, bytes };
}

/** The load of a separate file: whole, or in parts that a manifest names. Empty files are not sent. */
export function alone(name: string, size: number, partSize: number): SubmissionLoad {
  if (size === 0) return nothing;
  if (size <= partSize) return { submissions: 1, bytes: Math.max(size, LEAST_BILLED) };
  return together({ bytes: size, entryBytes: fileEntryBytes(name) }, partSize);
}

/** The load of a folder that is kept together. `entryBytes`: of all that its manifest lists. */
export function together(
  { bytes: size, entryBytes }: { readonly bytes: number; readonly entryBytes: number },
  partSize: number,
): SubmissionLoad {
  const { submissions, bytes } = loadInParts(size, entryBytes, partSize);
  const last = size % partSize;
  return { submissions, bytes: last === 0 ? bytes : bytes - last + Math.max(last, LEAST_BILLED) };
}
