import { z } from 'zod';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { hasOneMeaning, valuesIn } from '../../shared/json-text.ts';
import { readSubmissionId } from '../../shared/submissions/submission-id.ts';
import {
  type Contents,
  contentsFormat,
  formatVersion,
  isManifest,
  LARGEST_MANIFEST_BYTES,
  type Manifest,
  MOST_ENTRIES,
  manifestFormat,
} from './manifest.ts';
import { areBesideEachOther, isName, isPath } from './manifest-paths.ts';

/** A file is the entry with the most values: six, and itself. */
const MOST_VALUES = 8 * MOST_ENTRIES;

/** Whole bytes, exact in JavaScript. */
const size = z.int().nonnegative();
const digest = z.string().regex(/^0x[0-9a-f]{64}$/);
const path = z.string().refine(isPath);

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

const part = z.strictObject({
  offset: size,
  size: size.positive(),
  sha256: digest,
  blake2b256: digest,
  submissionId: z.string().refine((text) => readSubmissionId(text) === text),
});
const file = z.strictObject({
  path,
  offset: size,
  size,
  sha256: digest,
  blake2b256: digest,
  modified: z.string().refine(isInstant).nullable(),
});

const manifestShape = z.strictObject({
  format: z.literal(manifestFormat),
  version: z.literal(formatVersion),
  kind: z.enum(['file', 'folder', 'manifest']),
  name: z.string().nullable(),
  size,
  sha256: digest.nullable(),
  blake2b256: digest.nullable(),
  parts: listOf(part),
  files: listOf(file),
  folders: listOf(path),
  encryption: z.strictObject({ format: z.literal('age'), contents: z.string() }).nullable(),
});

const contentsShape = z.strictObject({
  format: z.literal(contentsFormat),
  version: z.literal(formatVersion),
  kind: z.enum(['file', 'folder']),
  name: z.string(),
  size,
  sha256: digest.nullable(),
  files: listOf(file),
  folders: listOf(path),
});

/**
 * Reads bytes as a manifest. Accepts any layout, and refuses ambiguous JSON. A million parts take seconds and a
 * gigabyte, so do not read large manifests in the main thread. Errors: `not-a-manifest`, `manifest-version`, and
 * `manifest-damaged`.
 */
export function readManifest(bytes: Uint8Array): Result<Manifest> {
  if (!isManifest(bytes)) return failure({ code: 'not-a-manifest' });
  const read = readAs(bytes, manifestShape);
  if (!read.ok) return read;
  const { format: _, version: __, encryption: written, ...rest } = read.value;
  const contents = written === null ? null : bytesOfBase64(written.contents);
  if (written !== null && contents === null) return damaged('encryption.contents');
  const manifest = { ...rest, encryption: contents === null ? null : ({ format: 'age', contents } as const) };
  const problem = manifestProblem(manifest);
  return problem === null ? success(manifest) : damaged(problem);
}

/** Reads the decrypted `encryption.contents`. Errors: like `readManifest`. */
export function readContents(bytes: Uint8Array): Result<Contents> {
  const read = readAs(bytes, contentsShape);
  if (!read.ok) return read;
  const { format: _, version: __, ...contents } = read.value;
  const problem = contentsProblem(contents);
  return problem === null ? success(contents) : damaged(problem);
}

const damaged = (detail: string): Result<never> => failure({ code: 'manifest-damaged', detail });

const headShape = z.object({ format: z.enum([manifestFormat, contentsFormat]), version: z.number() });
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readAs<Shape extends z.ZodType>(bytes: Uint8Array, shape: Shape): Result<z.output<Shape>> {
  if (bytes.length > LARGEST_MANIFEST_BYTES) return damaged('too large');
  if (valuesIn(bytes) > MOST_VALUES) return damaged('too many values');
  const json = parse(bytes);
  if (json === null) return failure({ code: 'not-a-manifest' });
  const head = headShape.safeParse(json.value);
  if (!head.success) return failure({ code: 'not-a-manifest' });
  if (head.data.version !== formatVersion) return failure({ code: 'manifest-version' });
  if (!hasOneMeaning(json.text)) return damaged('ambiguous');
  const read = shape.safeParse(json.value);
  return read.success ? success(read.data) : damaged(placeOf(read.error));
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

/** The first inconsistency in a manifest; null if there is none. Each member was checked before. */
function manifestProblem(manifest: Manifest): string | null {
  const { kind, name, size, sha256, blake2b256, parts, files, folders, encryption } = manifest;
  if (!areWhole(parts, size)) return 'parts';
  const needsDigests = kind !== 'folder' || encryption !== null;
  if ((sha256 === null) !== (blake2b256 === null) || (needsDigests && sha256 === null)) return 'sha256, blake2b256';
  if (kind !== 'manifest' && encryption === null) return contentsProblem(manifest);
  // Name, files and folders are inside the stream.
  if (name !== null || files.length > 0 || folders.length > 0) return 'name, files, folders';
  if (kind === 'manifest' && encryption !== null) return 'encryption';
  return size === 0 || (kind === 'manifest' && size > LARGEST_MANIFEST_BYTES) ? 'size' : null;
}

/** For a stream of plain files, or of files once it is decrypted. */
function contentsProblem({ kind, name, size, sha256, files, folders }: Contents | Manifest): string | null {
  if (name === null || !isName(name)) return 'name';
  if (!areWhole(files, size)) return 'files';
  const [only] = files;
  const isOne = files.length === 1 && folders.length === 0 && only?.path === name && only.sha256 === sha256;
  if (kind === 'file' && !isOne) return 'files';
  return areBesideEachOther([...files.map((one) => one.path), ...folders]) ? null : 'paths';
}

/** True if slices cover the whole stream exactly once, in order. */
function areWhole(slices: readonly { readonly offset: number; readonly size: number }[], whole: number): boolean {
  let end = 0;
  for (const { offset, size } of slices) {
    if (offset !== end) return false;
    end += size;
  }
  return end === whole;
}

/** True for the format of `Date.toISOString`. */
function isInstant(text: string): boolean {
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text;
}
