import {
  type Contents,
  contentsFormat,
  formatVersion,
  type Manifest,
  type ManifestFile,
  type ManifestPart,
  manifestFormat,
} from './manifest.ts';

/** A manifest whose parts may still be on disk. They are iterated once, in order. */
type ManifestToWrite = Omit<Manifest, 'parts' | 'files'> & {
  readonly parts: Iterable<ManifestPart>;
  readonly files: Iterable<ManifestFile>;
};

/** Writes a manifest in its only form: UTF-8, members in the documented order, one line for each part or file. */
export function writeManifest(manifest: ManifestToWrite): Uint8Array<ArrayBuffer> {
  return bytesOf(manifestLines(manifest));
}

/** Like `writeManifest`, line by line, for manifests that are too long for memory. */
export function* manifestLines(manifest: ManifestToWrite): Generator<string> {
  const { kind, name, size, sha256, blake2b256, parts, files, folders, encryption } = manifest;
  yield* opening(manifestFormat, { kind, name, size, sha256, blake2b256 });
  yield* list('parts', parts, partLine);
  yield* list('files', files, fileLine);
  yield* list('folders', folders, JSON.stringify);
  yield `  "encryption": ${encryption === null ? 'null' : line({ format: encryption.format, contents: Buffer.from(encryption.contents).toString('base64') })}\n}\n`;
}

/** Writes the contents of an encrypted stream in the same form as a manifest. */
export function writeContents({ kind, name, size, sha256, files, folders }: Contents): Uint8Array<ArrayBuffer> {
  return bytesOf(contentsLines());

  function* contentsLines(): Generator<string> {
    yield* opening(contentsFormat, { kind, name, size, sha256 });
    yield* list('files', files, fileLine);
    yield `${[...list('folders', folders, JSON.stringify)].join('').replace(/,\n$/, '\n')}}\n`;
  }
}

type Scalars = { readonly [name: string]: string | number | null };

function* opening(format: string, members: Scalars): Generator<string> {
  yield '{\n';
  for (const [name, value] of Object.entries({ format, version: formatVersion, ...members })) {
    yield `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
  }
}

function* list<Entry>(name: string, entries: Iterable<Entry>, write: (entry: Entry) => string): Generator<string> {
  let before = `  "${name}": [`;
  let isEmpty = true;
  for (const entry of entries) {
    yield `${before}\n    ${write(entry)}`;
    before = ',';
    isEmpty = false;
  }
  yield isEmpty ? `${before}],\n` : '\n  ],\n';
}

function partLine({ offset, size, sha256, blake2b256, submissionId }: ManifestPart): string {
  return line({ offset, size, sha256, blake2b256, submissionId });
}

function fileLine({ path, offset, size, sha256, blake2b256, modified }: ManifestFile): string {
  return line({ path, offset, size, sha256, blake2b256, modified });
}

/** `{"offset": 0, "size": 12}`: on one line, with spaces. */
function line(members: Scalars): string {
  const written = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{${written.join(', ')}}`;
}

/** Encodes line by line, because a text of hundreds of megabytes would be in memory twice. */
function bytesOf(lines: Iterable<string>): Uint8Array<ArrayBuffer> {
  const pieces: Buffer[] = [];
  let open: string[] = [];
  for (const one of lines) {
    open.push(one);
    if (open.length < LINES_AT_ONCE) continue;
    pieces.push(Buffer.from(open.join('')));
    open = [];
  }
  return Buffer.concat([...pieces, Buffer.from(open.join(''))]);
}

const LINES_AT_ONCE = 4_096;
