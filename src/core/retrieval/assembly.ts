import { join } from 'node:path';
import type { FileDigests } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { longestNameIn, originalFs, type Placed, placeAt } from '../files/index.ts';
import {
  type Contents,
  firstLevel,
  folderIdentity,
  isManifest,
  LARGEST_MANIFEST_BYTES,
  type Levels,
  type Manifest,
  type NameOf,
  type Naming,
  nextLevel,
  readContents,
  readManifest,
} from '../manifest/index.ts';
import { Hashers, RangeCheck, sha256OfText } from './stream-digests.ts';
import {
  type FoundPart,
  type Laid,
  layOut,
  needRoom,
  PartsInOrder,
  TargetFiles,
  type WantedPart,
} from './target-files.ts';

const {
  accessSync,
  closeSync,
  constants,
  existsSync,
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
export type Product = 'submission' | 'content' | 'decrypted';

/**
 * Assembles a download in a work folder: first the submission itself, then the content that its manifest describes.
 * Files of an earlier run are used only if their digests match. Runs in its own thread, because its calls block. They
 * throw disk errors.
 */
export class Assembly {
  readonly #folder: string;
  readonly #submissionId: string;
  readonly #hashers: Hashers;
  #receiving: { readonly descriptor: number; readonly digests: ReturnType<Hashers['begin']>; size: number } | null =
    null;
  #levels: Levels;
  #manifest: Manifest | null = null;
  #laid: Laid | null = null;
  #naming: Naming = {};
  #parts: PartsInOrder | null = null;
  #decrypted: DecryptedFiles | null = null;

  /** `folder`: the work folder, which may not exist yet. */
  static async open(folder: string, submissionId: string): Promise<Assembly> {
    return new Assembly(folder, submissionId, await Hashers.make());
  }

  private constructor(folder: string, submissionId: string, hashers: Hashers) {
    this.#folder = folder;
    this.#submissionId = submissionId;
    this.#hashers = hashers;
    this.#levels = firstLevel(submissionId);
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
    this.#naming = { longest: longestNameIn(folder), nameOf };
  }

  beginSubmission(): void {
    this.#manifest = null;
    this.#levels = firstLevel(this.#submissionId);
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
      return failure({ code: 'manifest-damaged', detail: `more than ${LARGEST_MANIFEST_BYTES} bytes` });
    }
    const read = readManifest(readFileSync(path));
    if (!read.ok) return read;
    const manifest = read.value;
    const levels = nextLevel(this.#levels, manifest);
    if (!levels.ok) return levels;
    this.#levels = levels.value;
    this.#manifest = manifest;
    this.#laid = isStream(manifest) ? null : layOut(manifest, this.#naming);
    return success(summaryOf(manifest, this.#laid));
  }

  /** Creates the files for the parts. Throws if the disk does not have enough space for all of them. */
  beginParts(): void {
    const manifest = this.#manifest;
    if (manifest === null) throw new Error('No manifest was read.');
    const { kind, encryption, size } = manifest;
    const isFolder = kind === 'folder' && !isStream(manifest);
    const root = isFolder ? this.path('content') : this.#folder;
    const name = isStream(manifest) ? this.#streamName() : 'content';
    if (encryption !== null) this.#dropDecrypted();
    // Files of an earlier run already have their space.
    needRoom(
      this.#folder,
      (existsSync(this.path(name)) ? 0 : size) + (encryption === null ? 0 : this.#roomBeside(size)),
    );
    if (isFolder) this.#laid?.makeFolders(root);
    const whole = { path: name, offset: 0, size };
    const files = isFolder ? (this.#laid?.files ?? []) : [whole];
    this.#parts = new PartsInOrder(manifest, root, files);
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

  /** The name of the first file with a wrong digest, `null` for the whole; undefined if all digests match. */
  endParts(): string | null | undefined {
    const parts = this.#needParts();
    const wrong = parts.end();
    if (wrong === null && !parts.isAlone()) {
      this.dropParts();
      throw new Error('The folder has other files than were written to it.');
    }
    if (wrong === null) this.#setTimes();
    return wrong === null ? undefined : wrong.name;
  }

  /** Deletes assembled parts. For a result that is wrong although each part is right. */
  dropParts(): void {
    this.#parts?.close();
    for (const path of [this.path('content'), this.#streamPath()]) rmSync(path, { force: true, recursive: true });
  }

  /** Reads the decrypted list of contents. Errors: those of a manifest. */
  readContents(bytes: Uint8Array): Result<ContentsSummary> {
    const read = readContents(bytes);
    if (!read.ok) return read;
    const { kind, name, size, sha256, files } = read.value;
    const root = this.path('content');
    const laid = layOut(read.value, this.#naming);
    this.#laid = laid;
    this.#decrypted = new DecryptedFiles(read.value, laid, { from: this.path('decrypted'), root });
    return success({ name, size, sha256, files: kind === 'folder' ? files.length : null, renamed: laid.renamed });
  }

  /** Verifies the next piece of the decrypted content. Returns the bytes verified so far, or the result. */
  checkDecrypted(): number | 'proven' | 'differs' {
    if (this.#decrypted === null) throw new Error('No contents were read.');
    const step = this.#decrypted.step();
    if (step === 'proven') this.#setTimes();
    return step;
  }

  /** Moves a product to its final path, unless the path is taken. The product's bytes are on disk before. */
  place(product: Product, path: string): Promise<Placed> {
    return placeAt(this.path(product), path);
  }

  /** Checks the disk space for decrypting. Returns the source and target paths. */
  beginDecrypting(from: 'submission' | 'encrypted'): { readonly from: string; readonly to: string } {
    this.#dropDecrypted();
    needRoom(this.#folder, this.#roomBeside(statSync(this.path(from)).size));
    return { from: this.path(from), to: this.path('decrypted') };
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** The file name for a stream that is another manifest or encrypted. */
  #streamName(): string {
    return this.#manifest?.kind === 'manifest' ? `level-${this.#levels.depth}` : 'encrypted';
  }

  #streamPath(): string {
    return this.path(this.#streamName());
  }

  /** Bytes of disk space for decrypting `encrypted` bytes: the decrypted stream, and the files made from it. */
  #roomBeside(encrypted: number): number {
    return encrypted + (this.#decrypted?.copiedBytes ?? 0);
  }

  /** Deletes decrypted files of an earlier run. They are decrypted again. */
  #dropDecrypted(): void {
    for (const name of ['decrypted', 'content']) rmSync(this.path(name), { force: true, recursive: true });
  }

  #setTimes(): void {
    this.#laid?.setTimes(this.path('content'));
  }

  #needParts(): PartsInOrder {
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

const PIECE_BYTES = 1024 * 1024;
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

/** Bytes between two progress reports. */
const STEP_BYTES = 32 * PIECE_BYTES;

type Places = { readonly from: string; readonly root: string };

/** Verifies a decrypted stream with its list of contents, and splits it into files. */
class DecryptedFiles {
  readonly #contents: Contents;
  readonly #places: Places;
  readonly #checks: readonly RangeCheck[];
  readonly #target: TargetFiles | null;
  #descriptor: number | null = null;
  #position = 0;

  constructor(contents: Contents, laid: Laid, places: Places) {
    const { kind, size, sha256, files } = contents;
    this.#contents = contents;
    this.#places = places;
    const whole = sha256 === null ? [] : [{ offset: 0, size, sha256, name: null }];
    const inner = files.map((file) => ({ ...file, name: file.path }));
    this.#checks = [whole, inner].filter((ranges) => ranges.length > 0).map((ranges) => new RangeCheck(ranges));
    this.#target = kind === 'folder' ? new TargetFiles(places.root, laid.files) : null;
    this.#laid = laid;
  }

  readonly #laid: Laid;

  /** Bytes that are written a second time, into the files of a folder. A single file is renamed instead. */
  get copiedBytes(): number {
    return this.#target === null ? 0 : this.#contents.size;
  }

  /** Bytes so far, or the result. */
  step(): number | 'proven' | 'differs' {
    this.#descriptor ??= this.#begin();
    const piece = new Uint8Array(PIECE_BYTES);
    for (let left = STEP_BYTES; left > 0; left -= PIECE_BYTES) {
      const read = readSync(this.#descriptor, piece, 0, PIECE_BYTES, this.#position);
      if (read === 0) return this.#end(this.#descriptor);
      const bytes = piece.subarray(0, read);
      if (this.#position + read > this.#contents.size) return this.#end(this.#descriptor, false);
      for (const check of this.#checks) check.update(bytes);
      this.#target?.write(this.#position, bytes);
      this.#position += read;
    }
    return this.#position;
  }

  #begin(): number {
    const { from, root } = this.#places;
    rmSync(root, { recursive: true, force: true });
    if (this.#target !== null) {
      // No other user of this computer may read it, like a single decrypted file.
      mkdirSync(root, { mode: 0o700 });
      this.#laid.makeFolders(root);
      this.#target.makeEmpty();
    }
    return openSync(from, 'r+');
  }

  #end(descriptor: number, isSize = this.#position === this.#contents.size): 'proven' | 'differs' {
    const { from, root } = this.#places;
    this.#target?.close();
    if (this.#target === null) fsyncSync(descriptor);
    closeSync(descriptor);
    this.#descriptor = null;
    if (!isSize || this.#checks.some(({ wrong }) => wrong !== null) || this.#target?.areAlone(true) === false) {
      rmSync(root, { recursive: true, force: true });
      return 'differs';
    }
    if (this.#target === null) renameSync(from, root);
    else rmSync(from, { force: true });
    return 'proven';
  }
}
