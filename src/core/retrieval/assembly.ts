import { join } from 'node:path';
import type { FileDigests } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { originalFs, type Placed, placeAt } from '../files/index.ts';
import {
  type Contents,
  folderIdentity,
  isManifest,
  LARGEST_MANIFEST_BYTES,
  type Manifest,
  MOST_LEVELS,
  type NameOf,
  type Naming,
  readContents,
  readManifest,
} from '../manifest/index.ts';
import { Hashers, sha256OfText } from './stream-digests.ts';
import {
  type CheckEnd,
  type FoundPart,
  type Laid,
  layOut,
  needRoom,
  StreamCheck,
  StreamParts,
  sizeOf,
  type WantedPart,
} from './stream-files.ts';

const {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} = originalFs;

/** The entries of the work folder that may become the saved file. */
export type Product = 'submission' | 'stream' | 'content' | 'decrypted';

/**
 * Assembles a download in a work folder: first the submission itself, then the content that its manifest describes.
 * Files of an earlier run are used only if their digests match. Runs in its own thread, because its calls block. They
 * throw disk errors.
 */
export class Assembly {
  readonly #folder: string;
  readonly #hashers: Hashers;
  #receiving: { readonly descriptor: number; readonly digests: ReturnType<Hashers['begin']>; size: number } | null =
    null;
  /** The number of manifests that led here. */
  #depth = 1;
  #manifest: Manifest | null = null;
  #laid: Laid | null = null;
  #naming: Naming = {};
  #parts: StreamParts | null = null;
  #check: StreamCheck | null = null;
  /** True if the contents of an encrypted stream are a folder. */
  #isSealedFolder = false;
  #contents: Contents | null = null;

  /** `folder`: the work folder, which may not exist yet. */
  static async open(folder: string): Promise<Assembly> {
    return new Assembly(folder, await Hashers.make());
  }

  private constructor(folder: string, hashers: Hashers) {
    this.#folder = folder;
    this.#hashers = hashers;
  }

  /** Creates the work folder if it is missing, without access for other users of this computer. */
  begin(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  /**
   * Sets the folder for the saved file and the origin of its names. Throws if the folder is not writable, so that the
   * user learns it before the download.
   */
  setTarget(folder: string, nameOf: NameOf): void {
    if (!statSync(folder).isDirectory()) throw new Error(`ENOTDIR: ${folder} is not a folder`);
    accessSync(folder, constants.W_OK);
    this.#naming = { nameOf };
  }

  beginSubmission(): void {
    this.#manifest = null;
    this.#depth = 1;
    if (this.#receiving !== null) closeSync(this.#receiving.descriptor);
    const descriptor = openSync(this.path('submission.part'), 'w+');
    this.#receiving = { descriptor, digests: this.#hashers.begin(), size: 0 };
  }

  append(bytes: Uint8Array): void {
    const receiving = this.#receiving;
    if (receiving === null) throw new Error('Nothing is being received.');
    for (let at = 0; at < bytes.length; ) at += writeSync(receiving.descriptor, bytes, at, bytes.length - at);
    receiving.digests.update(bytes);
    receiving.size += bytes.length;
  }

  endSubmission(): FetchedSubmission {
    const receiving = this.#receiving;
    if (receiving === null) throw new Error('Nothing is being received.');
    this.#receiving = null;
    const { descriptor, digests, size } = receiving;
    try {
      const looks = looksOf(descriptor);
      fsyncSync(descriptor);
      return { size, digests: digests.end(), looks };
    } finally {
      closeSync(descriptor);
      renameSync(this.path('submission.part'), this.path('submission'));
    }
  }

  /** Call if the submission is wrong or incomplete. */
  dropSubmission(): void {
    if (this.#receiving !== null) closeSync(this.#receiving.descriptor);
    this.#receiving = null;
    rmSync(this.path('submission.part'), { force: true });
    rmSync(this.path('submission'), { force: true });
  }

  /**
   * Reads the last assembled manifest, at first the submission itself, and prepares for its content. Errors: those of
   * a manifest.
   */
  readManifest(): Result<ManifestSummary> {
    const path = this.#manifest === null ? this.path('submission') : this.#streamPath();
    if (statSync(path).size > LARGEST_MANIFEST_BYTES) {
      return failure({ code: 'manifest-damaged', detail: 'too large' });
    }
    const read = readManifest(readFileSync(path));
    if (!read.ok) return read;
    const manifest = read.value;
    if (manifest.kind === 'manifest') {
      if (this.#depth === MOST_LEVELS) return failure({ code: 'manifest-damaged', detail: 'too many levels' });
      this.#depth += 1;
    }
    this.#manifest = manifest;
    this.#laid = isStream(manifest) ? null : layOut(manifest, this.#naming);
    return success(summaryOf(manifest, this.#laid));
  }

  /** Creates the file for the parts. Throws if the disk does not have enough space for all that is made of them. */
  beginParts(): void {
    const manifest = this.#needManifest();
    const { kind, encryption, size, parts } = manifest;
    const isFolder = encryption === null ? kind === 'folder' : this.#isSealedFolder;
    const copies = 1 + (encryption === null ? 0 : 1) + (isFolder ? 1 : 0);
    for (const name of ['decrypted', 'content']) rmSync(this.path(name), { force: true, recursive: true });
    // A file of an earlier run already has its space.
    needRoom(this.#folder, copies * size - sizeOf(this.#streamPath()));
    this.#parts = new StreamParts(this.#streamPath(), parts);
  }

  /** The next part to download, or one that is already there; null if there are no more. */
  nextPart(): WantedPart | FoundPart | null {
    return this.#needParts().next();
  }

  /** Writes a part to its place. False if the bytes do not match its digest. */
  putPart(index: number, bytes: Uint8Array<ArrayBuffer>): boolean {
    const isPut = this.#needParts().put(index, bytes);
    // Frees the memory now, because the garbage collector underestimates such a small object.
    bytes.buffer.transfer(0);
    return isPut;
  }

  /** Call after the last part. Then `check` verifies the whole. */
  endParts(): void {
    this.#needParts().close();
    this.#parts = null;
    const manifest = this.#needManifest();
    const from = this.#streamPath();
    const isFolder = manifest.kind === 'folder' && !isStream(manifest);
    this.#check = new StreamCheck(
      manifest,
      isStream(manifest) ? null : this.#laid,
      from,
      isFolder ? this.path('content') : from,
    );
  }

  /** Reads the decrypted list of contents. Errors: those of a manifest. */
  readContents(bytes: Uint8Array): Result<ContentsSummary> {
    const read = readContents(bytes);
    if (!read.ok) return read;
    const { kind, name, size, sha256, files } = read.value;
    this.#laid = layOut(read.value, this.#naming);
    this.#contents = read.value;
    this.#isSealedFolder = kind === 'folder';
    const { renamed } = this.#laid;
    return success({ name, size, sha256, files: kind === 'folder' ? files.length : null, renamed });
  }

  /** Call when the stream is decrypted. Then `check` verifies it. */
  endDecrypting(): void {
    if (this.#contents === null) throw new Error('No contents were read.');
    this.#check = new StreamCheck(this.#contents, this.#laid, this.path('decrypted'), this.path('content'));
  }

  /** Verifies the next piece of a stream. Returns the bytes verified so far, or the result. */
  check(): number | CheckEnd {
    if (this.#check === null) throw new Error('There is nothing to verify.');
    return this.#check.step();
  }

  /** Moves a product to its final path, unless the path is taken. The product's bytes are on disk before. */
  place(product: Product, path: string): Promise<Placed> {
    return placeAt(this.path(product), path);
  }

  /** Checks the disk space for decrypting. Returns the source and target paths. */
  beginDecrypting(from: 'submission' | 'encrypted'): { readonly from: string; readonly to: string } {
    for (const name of ['decrypted', 'content']) rmSync(this.path(name), { force: true, recursive: true });
    needRoom(this.#folder, (this.#isSealedFolder ? 2 : 1) * sizeOf(this.path(from)));
    return { from: this.path(from), to: this.path('decrypted') };
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** The file of a stream: another manifest, encrypted, or the content itself. */
  #streamPath(): string {
    const manifest = this.#needManifest();
    const isManifest = manifest.kind === 'manifest';
    return this.path(isManifest ? `level-${this.#depth}` : isStream(manifest) ? 'encrypted' : 'stream');
  }

  #needManifest(): Manifest {
    if (this.#manifest === null) throw new Error('No manifest was read.');
    return this.#manifest;
  }

  #needParts(): StreamParts {
    if (this.#parts === null) throw new Error('No parts are put together.');
    return this.#parts;
  }
}

/** A manifest without its parts. `files`: null for one file. */
export type ManifestSummary = {
  readonly kind: Manifest['kind'];
  readonly name: string | null;
  readonly size: number;
  /** Digest of the stream, or of the list of a folder that is not encrypted (`folderIdentity`). */
  readonly sha256: string | null;
  readonly parts: number;
  readonly files: number | null;
  readonly renamed: number;
  readonly sealedContents: Uint8Array | null;
};

export type ContentsSummary = {
  readonly name: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly files: number | null;
  readonly renamed: number;
};

/** True if a manifest leads to another manifest or to encrypted bytes. */
function isStream({ kind, encryption }: Manifest): boolean {
  return kind === 'manifest' || encryption !== null;
}

function summaryOf(manifest: Manifest, laid: Laid | null): ManifestSummary {
  const { kind, name, size, sha256, parts, files, folders, encryption } = manifest;
  return {
    kind,
    name,
    size,
    sha256:
      kind === 'folder' && !isStream(manifest) ? sha256OfText(folderIdentity(name ?? '', files, folders)) : sha256,
    parts: parts.length,
    files: kind === 'folder' ? files.length : null,
    renamed: laid?.renamed ?? 0,
    sealedContents: encryption?.contents ?? null,
  };
}

export type FetchedSubmission = {
  readonly size: number;
  readonly digests: FileDigests;
  readonly looks: 'manifest' | 'age' | 'other';
};

const AGE_BEGINNING = 'age-encryption.org/v1\n';
const HEAD_BYTES = 256;

/** Judges by the first bytes. */
function looksOf(descriptor: number): FetchedSubmission['looks'] {
  const head = new Uint8Array(HEAD_BYTES);
  const read = readSync(descriptor, head, 0, HEAD_BYTES, 0);
  const bytes = head.subarray(0, read);
  if (isManifest(bytes)) return 'manifest';
  return Buffer.from(bytes).toString('latin1').startsWith(AGE_BEGINNING) ? 'age' : 'other';
}
