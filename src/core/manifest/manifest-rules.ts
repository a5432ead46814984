import type { Failure } from '../../shared/failures/failure.ts';
import type { SliceProblem } from '../../shared/failures/failure-codes.ts';
import { readSubmissionId } from '../../shared/submissions/submission-id.ts';
import { type Contents, LARGEST_MANIFEST_BYTES, type Manifest, type ManifestFile, MOST_ENTRIES } from './manifest.ts';
import { nameProblem, pathConflict, pathProblem } from './manifest-paths.ts';

/** What a manifest says that can't be, the first of it; null where it holds. Types alone were looked at before. */
export function manifestProblem(manifest: Manifest): Failure | null {
  const { kind, size, sha256, blake2b256, parts, encryption } = manifest;
  if (!isSize(size)) return { code: 'manifest-size', detail: 'size' };
  if (kind === 'manifest' && size > LARGEST_MANIFEST_BYTES) {
    return { code: 'manifest-too-large', values: { most: LARGEST_MANIFEST_BYTES } };
  }
  const slices = slicesProblem('parts', parts, size, 1);
  if (slices !== null) return slices;
  for (const [at, part] of parts.entries()) {
    if (!isDigest(part.sha256) || !isDigest(part.blake2b256)) return { code: 'manifest-digest', detail: `parts.${at}` };
    if (readSubmissionId(part.submissionId) !== part.submissionId) {
      return { code: 'manifest-submission-id', detail: `parts.${at}` };
    }
  }
  const needsDigests = kind !== 'folder' || encryption !== null;
  if (needsDigests || sha256 !== null || blake2b256 !== null) {
    if (!isDigest(sha256) || !isDigest(blake2b256)) return { code: 'manifest-digest', detail: 'sha256, blake2b256' };
  }
  return kind === 'manifest' || encryption !== null ? closedProblem(manifest) : openProblem(manifest);
}

/** What decrypted contents say that can't be. */
export function contentsProblem(contents: Contents): Failure | null {
  if (!isSize(contents.size)) return { code: 'manifest-size', detail: 'size' };
  if (contents.sha256 === null ? contents.kind === 'file' : !isDigest(contents.sha256)) {
    return { code: 'manifest-digest', detail: 'sha256' };
  }
  return openProblem(contents);
}

/** Of a stream that is a manifest, or encrypted: what it is of stands inside it. */
function closedProblem({ kind, name, files, folders, size, encryption }: Manifest): Failure | null {
  const damaged = (detail: string): Failure => ({ code: 'manifest-damaged', detail });
  if (name !== null) return damaged('name');
  if (files.length > 0) return damaged('files');
  if (folders.length > 0) return damaged('folders');
  if (kind === 'manifest' && encryption !== null) return damaged('encryption');
  return size === 0 ? { code: 'manifest-size', detail: 'size' } : null;
}

/** Of a stream that is the files themselves, or will be once it is decrypted. */
function openProblem({ kind, name, size, sha256, files, folders }: Contents | Manifest): Failure | null {
  const wrongName = name === null ? 'empty-name' : nameProblem(name);
  if (wrongName !== null) return { code: 'manifest-path', values: { path: name ?? '', why: wrongName } };
  const slices = slicesProblem('files', files, size, 0);
  if (slices !== null) return slices;
  for (const [at, { sha256: digest, blake2b256, modified }] of files.entries()) {
    if (!isDigest(digest) || !isDigest(blake2b256)) return { code: 'manifest-digest', detail: `files.${at}` };
    if (modified !== null && !isInstant(modified)) return { code: 'manifest-damaged', detail: `files.${at}.modified` };
  }
  const [only] = files;
  if (kind === 'file' && (only === undefined || files.length > 1 || folders.length > 0 || only.path !== name)) {
    return { code: 'manifest-damaged', detail: 'files' };
  }
  if (kind === 'file' && only !== undefined && !isOfWhole(only, sha256)) {
    return { code: 'manifest-damaged', detail: 'files.0.sha256' };
  }
  return pathsProblem([...files.map(({ path }) => path), ...folders]);
}

function pathsProblem(paths: readonly string[]): Failure | null {
  for (const path of paths) {
    const why = pathProblem(path);
    if (why !== null) return { code: 'manifest-path', values: { path, why } };
  }
  const conflict = pathConflict(paths);
  if (conflict === null) return null;
  if (conflict.kind === 'too-many-folders') return { code: 'manifest-too-long', values: { most: MOST_ENTRIES } };
  const { kind, path } = conflict;
  return { code: kind === 'twice' ? 'manifest-path-twice' : 'manifest-path-within', values: { path } };
}

type Slice = { readonly offset: number; readonly size: number };

/** Whether slices are all of the stream, each once. `smallest`: a part has bytes, a file may have none. */
function slicesProblem(
  what: 'parts' | 'files',
  slices: readonly Slice[],
  whole: number,
  smallest: number,
): Failure | null {
  const wrong = (why: SliceProblem): Failure => ({ code: 'manifest-slices', values: { what, why } });
  let end = 0;
  for (const [at, { offset, size }] of slices.entries()) {
    if (!isSize(offset) || !isSize(size) || size < smallest) return { code: 'manifest-size', detail: `${what}.${at}` };
    if (offset !== end) return wrong(offset < end ? 'overlap' : 'gap');
    end += size;
    if (end > whole) return wrong('beyond');
  }
  return end < whole ? wrong('short') : null;
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isOfWhole(file: ManifestFile, sha256: string | null): boolean {
  return file.sha256 === sha256;
}

const digest = /^0x[0-9a-f]{64}$/;

function isDigest(text: string | null): text is string {
  return text !== null && digest.test(text);
}

/** As `Date.toISOString` writes it. */
function isInstant(text: string): boolean {
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text;
}
