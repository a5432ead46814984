import { z } from 'zod';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { beyondBounds, hasOneMeaning, type JsonBounds } from '../../shared/json-text.ts';
import { readSubmissionId } from '../../shared/submissions/submission-id.ts';
import {
  type Contents,
  contentsFormat,
  formatVersion,
  isManifest,
  LARGEST_MANIFEST_BYTES,
  type Manifest,
  type ManifestFile,
  MOST_ENTRIES,
  manifestFormat,
} from './manifest.ts';
import { areBesideEachOther, isName, isPath } from './manifest-paths.ts';

/** A file is the entry with the most values: six, and itself. */
const bounds: JsonBounds = { deepest: 3, mostMembers: MOST_ENTRIES, mostValues: 8 * MOST_ENTRIES };

const text = z.string();
const textOrNull = text.nullable();
const number = z.number();

/**
 * A list that is read only up to the first invalid entry: reporting several errors for each of a million entries would
 * take gigabytes.
 */
function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.array(z.unknown()).transform((all, context): z.output<Entry>[] => {
    const entries: z.output<Entry>[] = [];
    for (const [at, one] of all.entries()) {
      const read = entry.safeParse(one);
      if (!read.success) {
        const [issue] = read.error.issues;
        context.addIssue({ code: 'custom', path: [at, ...(issue?.path ?? [])], message: issue?.message ?? '' });
        return z.NEVER;
      }
      entries.push(read.data);
    }
    return entries;
  });
}

const part = z.strictObject({ offset: number, size: number, sha256: text, blake2b256: text, submissionId: text });
const file = z.strictObject({
  path: text,
  offset: number,
  size: number,
  sha256: text,
  blake2b256: text,
  modified: textOrNull,
});

const manifestShape = z.strictObject({
  format: z.literal(manifestFormat),
  version: z.literal(formatVersion),
  kind: z.enum(['file', 'folder', 'manifest']),
  name: textOrNull,
  size: number,
  sha256: textOrNull,
  blake2b256: textOrNull,
  parts: listOf(part),
  files: listOf(file),
  folders: listOf(text),
  encryption: z.strictObject({ format: z.literal('age'), contents: text }).nullable(),
});

const contentsShape = z.strictObject({
  format: z.literal(contentsFormat),
  version: z.literal(formatVersion),
  kind: z.enum(['file', 'folder']),
  name: text,
  size: number,
  sha256: textOrNull,
  files: listOf(file),
  folders: listOf(text),
});

/**
 * Reads bytes as a manifest. Accepts any layout, and refuses ambiguous JSON. A million parts take seconds and a
 * gigabyte, so do not read large manifests in the main thread. Errors: `not-a-manifest`, and the codes that begin with
 * `manifest-`.
 */
export function readManifest(bytes: Uint8Array): Result<Manifest> {
  if (!isManifest(bytes)) return failure({ code: 'not-a-manifest' });
  const read = readAs(bytes, manifestShape);
  if (!read.ok) return read;
  const { format: _, version: __, encryption: written, ...rest } = read.value;
  const contents = written === null ? null : bytesOfBase64(written.contents);
  if (written !== null && contents === null) return failure(damaged('encryption.contents'));
  const manifest = { ...rest, encryption: contents === null ? null : ({ format: 'age', contents } as const) };
  const problem = manifestProblem(manifest);
  return problem === null ? success(manifest) : failure(problem);
}

/** Reads the decrypted `encryption.contents`. Errors: like `readManifest`. */
export function readContents(bytes: Uint8Array): Result<Contents> {
  const read = readAs(bytes, contentsShape);
  if (!read.ok) return read;
  const { format: _, version: __, ...contents } = read.value;
  const problem = contentsProblem(contents);
  return problem === null ? success(contents) : failure(problem);
}

const headShape = z.object({ format: z.enum([manifestFormat, contentsFormat]), version: z.number() });
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readAs<Shape extends z.ZodType>(bytes: Uint8Array, shape: Shape): Result<z.output<Shape>> {
  if (bytes.length > LARGEST_MANIFEST_BYTES) {
    return failure(damaged(`more than ${LARGEST_MANIFEST_BYTES} bytes`));
  }
  const beyond = beyondBounds(bytes, bounds);
  if (beyond !== null) return failure(damaged(beyond));
  const json = parse(bytes);
  if (json === null) return failure({ code: 'not-a-manifest' });
  const head = headShape.safeParse(json.value);
  if (!head.success) return failure({ code: 'not-a-manifest' });
  if (head.data.version !== formatVersion) return failure({ code: 'manifest-version' });
  if (!hasOneMeaning(json.text)) return failure(damaged('ambiguous'));
  const read = shape.safeParse(json.value);
  return read.success ? success(read.data) : failure(damaged(placeOf(read.error)));
}

/** Null if the bytes are not valid JSON. */
function parse(bytes: Uint8Array): { readonly text: string; readonly value: unknown } | null {
  try {
    const text = utf8.decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** In characters. An error may contain the names of a million members. */
const LONGEST_PLACE = 200;

/** The position of the first error: `parts.3.size`. */
function placeOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? '' : `${issue.path.join('.')} ${issue.message}`.trim().slice(0, LONGEST_PLACE);
}

/** Null unless the text is canonical base64 (RFC 4648, section 4). */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? new Uint8Array(bytes) : null;
}

const damaged = (detail: string): Failure => ({ code: 'manifest-damaged', detail });

/** The first inconsistency in a manifest; null if there is none. The types were checked before. */
function manifestProblem(manifest: Manifest): Failure | null {
  const { kind, size, sha256, blake2b256, parts, encryption } = manifest;
  if (!isSize(size)) return damaged('size');
  if (kind === 'manifest' && size > LARGEST_MANIFEST_BYTES) {
    return damaged(`more than ${LARGEST_MANIFEST_BYTES} bytes`);
  }
  const slices = slicesProblem('parts', parts, size, 1);
  if (slices !== null) return slices;
  for (const [at, part] of parts.entries()) {
    if (!isDigest(part.sha256) || !isDigest(part.blake2b256)) return damaged(`parts.${at}`);
    if (readSubmissionId(part.submissionId) !== part.submissionId) {
      return damaged(`parts.${at}`);
    }
  }
  const needsDigests = kind !== 'folder' || encryption !== null;
  if (needsDigests || sha256 !== null || blake2b256 !== null) {
    if (!isDigest(sha256) || !isDigest(blake2b256)) return damaged('sha256, blake2b256');
  }
  return kind === 'manifest' || encryption !== null ? closedProblem(manifest) : openProblem(manifest);
}

/** The first inconsistency in decrypted contents; null if there is none. */
function contentsProblem(contents: Contents): Failure | null {
  if (!isSize(contents.size)) return damaged('size');
  if (contents.sha256 === null ? contents.kind === 'file' : !isDigest(contents.sha256)) {
    return damaged('sha256');
  }
  return openProblem(contents);
}

/** For a stream that is a manifest or encrypted: name, files and folders are inside it. */
function closedProblem({ kind, name, files, folders, size, encryption }: Manifest): Failure | null {
  if (name !== null) return damaged('name');
  if (files.length > 0) return damaged('files');
  if (folders.length > 0) return damaged('folders');
  if (kind === 'manifest' && encryption !== null) return damaged('encryption');
  return size === 0 ? damaged('size') : null;
}

/** For a stream of plain files, or of files once it is decrypted. */
function openProblem({ kind, name, size, sha256, files, folders }: Contents | Manifest): Failure | null {
  if (name === null || !isName(name)) return damaged('name');
  const slices = slicesProblem('files', files, size, 0);
  if (slices !== null) return slices;
  for (const [at, { sha256: digest, blake2b256, modified }] of files.entries()) {
    if (!isDigest(digest) || !isDigest(blake2b256)) return damaged(`files.${at}`);
    if (modified !== null && !isInstant(modified)) return damaged(`files.${at}.modified`);
  }
  const [only] = files;
  if (kind === 'file' && (only === undefined || files.length > 1 || folders.length > 0 || only.path !== name)) {
    return damaged('files');
  }
  if (kind === 'file' && only !== undefined && !isOfWhole(only, sha256)) {
    return damaged('files.0.sha256');
  }
  const paths = [...files.map(({ path }) => path), ...folders];
  return paths.every(isPath) && areBesideEachOther(paths) ? null : damaged('paths');
}

type Slice = { readonly offset: number; readonly size: number };

/**
 * Checks that slices cover the whole stream exactly once. `smallest`: a part has at least one byte, a file may be
 * empty.
 */
function slicesProblem(
  what: 'parts' | 'files',
  slices: readonly Slice[],
  whole: number,
  smallest: number,
): Failure | null {
  let end = 0;
  for (const [at, { offset, size }] of slices.entries()) {
    if (!isSize(offset) || !isSize(size) || size < smallest) return damaged(`${what}.${at}`);
    if (offset !== end) return damaged(`${what}.${at}`);
    end += size;
  }
  return end === whole ? null : damaged(what);
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

/** True for the format of `Date.toISOString`. */
function isInstant(text: string): boolean {
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text;
}
