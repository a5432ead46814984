import { z } from 'zod';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { beyondBounds, hasOneMeaning, type JsonBounds } from '../../shared/json-text.ts';
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
import { contentsProblem, manifestProblem } from './manifest-rules.ts';

/** Of values, a file has the most: six, and itself. */
const bounds: JsonBounds = { deepest: 3, mostMembers: MOST_ENTRIES, mostValues: 8 * MOST_ENTRIES };

const text = z.string();
const textOrNull = text.nullable();
const number = z.number();

/**
 * A list of such things, read as far as the first that is none: of a million that are not, each would be told of in several
 * ways, which takes gigabytes.
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
 * Reads bytes as a manifest. However it is laid out, it is read as what it says, or refused. A million parts take seconds and
 * a gigabyte: what is long is not for the main thread. Errors: `not-a-manifest`, and the codes that begin with `manifest-`.
 */
export function readManifest(bytes: Uint8Array): Result<Manifest> {
  if (!isManifest(bytes)) return failure({ code: 'not-a-manifest' });
  const read = readAs(bytes, manifestShape);
  if (!read.ok) return read;
  const { format: _, version: __, encryption: written, ...rest } = read.value;
  const contents = written === null ? null : bytesOfBase64(written.contents);
  if (written !== null && contents === null)
    return failure({ code: 'manifest-damaged', detail: 'encryption.contents' });
  const manifest = { ...rest, encryption: contents === null ? null : ({ format: 'age', contents } as const) };
  const problem = manifestProblem(manifest);
  return problem === null ? success(manifest) : failure(problem);
}

/** Reads what was in `encryption.contents`, decrypted. Errors: as `readManifest`. */
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
    return failure({ code: 'manifest-too-large', values: { most: LARGEST_MANIFEST_BYTES } });
  }
  const beyond = beyondBounds(bytes, bounds);
  if (beyond === 'deepest') return failure({ code: 'manifest-damaged', detail: 'nested' });
  if (beyond !== null) return failure({ code: 'manifest-too-long', values: { most: MOST_ENTRIES } });
  const json = parse(bytes);
  if (json === null) return failure({ code: 'not-a-manifest' });
  const head = headShape.safeParse(json.value);
  if (!head.success) return failure({ code: 'not-a-manifest' });
  if (head.data.version !== formatVersion) return failure({ code: 'manifest-version' });
  if (!hasOneMeaning(json.text)) return failure({ code: 'manifest-ambiguous' });
  const read = shape.safeParse(json.value);
  return read.success ? success(read.data) : failure({ code: 'manifest-damaged', detail: placeOf(read.error) });
}

/** Null where bytes are no JSON. */
function parse(bytes: Uint8Array): { readonly text: string; readonly value: unknown } | null {
  try {
    const text = utf8.decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Characters: the names of a million members may stand in it. */
const LONGEST_PLACE = 200;

/** `parts.3.size`: where the first thing is that is not as it must be. */
function placeOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? '' : `${issue.path.join('.')} ${issue.message}`.trim().slice(0, LONGEST_PLACE);
}

/** Null for what is not written in the one way (RFC 4648, section 4). */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? new Uint8Array(bytes) : null;
}
