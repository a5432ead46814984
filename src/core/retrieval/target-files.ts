import { dirname, join, sep } from 'node:path';
import { originalFs } from '../files/index.ts';
import { type Manifest, type ManifestPart, type Naming, thisPlatform, writtenPaths } from '../manifest/index.ts';
import { areOf, type ExpectedRange, RangeCheck } from './stream-digests.ts';

const {
  closeSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readSync,
  statfsSync,
  statSync,
  utimesSync,
  writeSync,
} = originalFs;

/** A range of a stream that is a whole file. `path`: relative to the root, with this system's separators. */
type TargetFile = { readonly path: string; readonly offset: number; readonly size: number };

/** Flushes a file after each such number of bytes, so that the final flush is short. */
const FLUSHED_EVERY_BYTES = 64 * 1024 * 1024;

/**
 * A stream that is stored as several files. A write at an offset goes to the files that contain these bytes. The files
 * are in the order of the stream, without gaps. All calls block and throw disk errors.
 */
export class TargetFiles {
  readonly #root: string;
  readonly #files: readonly TargetFile[];
  readonly #madeFolders = new Set<string>();
  #open: { readonly file: TargetFile; readonly descriptor: number } | null = null;
  #unflushed = 0;
  #scratch = new Uint8Array(0);

  constructor(root: string, files: readonly TargetFile[]) {
    this.#root = root;
    this.#files = files;
  }

  write(offset: number, bytes: Uint8Array): void {
    for (const { file, from, until } of this.#ranges(offset, bytes.length)) {
      const descriptor = this.#descriptorOf(file);
      for (let at = from; at < until; ) {
        at += writeSync(descriptor, bytes, at - offset, until - at, at - file.offset);
      }
      this.#unflushed += until - from;
    }
    if (this.#unflushed < FLUSHED_EVERY_BYTES || this.#open === null) return;
    fsyncSync(this.#open.descriptor);
    this.#unflushed = 0;
  }

  /** Reads a range. The buffer is valid until the next read. Null if the range is incomplete. */
  read(offset: number, size: number): Uint8Array | null {
    if (this.#scratch.length < size) this.#scratch = new Uint8Array(size);
    const bytes = this.#scratch.subarray(0, size);
    for (const { file, from, until } of this.#ranges(offset, size)) {
      if (!this.#reaches(file, until - file.offset)) return null;
      const descriptor = this.#descriptorOf(file);
      for (let at = from; at < until; ) {
        const read = readSync(descriptor, bytes, at - offset, until - at, at - file.offset);
        if (read === 0) return null;
        at += read;
      }
    }
    return bytes;
  }

  /** Creates the empty files, which receive no write. */
  makeEmpty(): void {
    for (const file of this.#files) if (file.size === 0) this.#descriptorOf(file);
    this.close();
  }

  /** Flushes the written bytes. */
  close(): void {
    if (this.#open === null) return;
    const { descriptor } = this.#open;
    this.#open = null;
    this.#unflushed = 0;
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * True if each file is a regular file of its own with the expected size and, for `isRootTheirs`, the root contains
   * nothing else. A disk may treat two names as one, and another program may have added links or files.
   */
  areAlone(isRootTheirs: boolean): boolean {
    const areOwn = this.#files.every(({ path, size }) => {
      const found = lstatSync(join(this.#root, path), { throwIfNoEntry: false });
      return found?.isFile() === true && found.nlink <= 1 && found.size === size;
    });
    return areOwn && (!isRootTheirs || filesIn(this.#root) === this.#files.length);
  }

  /** Checks only the size, without reading the file. */
  #reaches(file: TargetFile, size: number): boolean {
    if (this.#open?.file === file) return fstatSync(this.#open.descriptor).size >= size;
    const found = statSync(join(this.#root, file.path), { throwIfNoEntry: false });
    return found !== undefined && found.size >= size;
  }

  #descriptorOf(file: TargetFile): number {
    if (this.#open?.file === file) return this.#open.descriptor;
    this.close();
    const path = join(this.#root, file.path);
    const folder = dirname(path);
    if (!this.#madeFolders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#madeFolders.add(folder);
    }
    const descriptor = openForBoth(path);
    this.#open = { file, descriptor };
    return descriptor;
  }

  *#ranges(offset: number, size: number): Generator<{ file: TargetFile; from: number; until: number }> {
    const end = offset + size;
    for (let index = this.#indexAt(offset); index < this.#files.length; index += 1) {
      const file = this.#files[index];
      if (file === undefined || file.offset >= end) return;
      const from = Math.max(offset, file.offset);
      const until = Math.min(end, file.offset + file.size);
      if (from < until) yield { file, from, until };
    }
  }

  /** The index of the first file that ends after an offset. */
  #indexAt(offset: number): number {
    let low = 0;
    let high = this.#files.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const file = this.#files[middle];
      if (file !== undefined && file.offset + file.size <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Counts everything except folders, at any depth. */
function filesIn(root: string): number {
  let count = 0;
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = opendirSync(folder);
    try {
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (entry.isDirectory()) folders.push(join(folder, entry.name));
        else count += 1;
      }
    } finally {
      entries.closeSync();
    }
  }
  return count;
}

/** Throws the error of a full disk if the bytes do not fit, before a download of perhaps days begins. */
export function needRoom(folder: string, size: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (size > bavail * bsize)
    throw new Error(`ENOSPC: ${size} bytes are to be written, and there is room for ${bavail * bsize}`);
}

/** Opens a file for reading and writing, and keeps its content. */
function openForBoth(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return openSync(path, 'wx+');
  }
}

export type Laid = {
  readonly files: readonly TargetFile[];
  /** The number of names that this system does not allow. */
  readonly renamed: number;
  /** Creates the folder and its empty subfolders. */
  readonly makeFolders: (root: string) => void;
  /** Sets the stored times of a folder's files, or of a single file. */
  readonly setTimes: (root: string) => void;
};

type Tree = Pick<Manifest, 'kind' | 'files' | 'folders'>;

export function layOut({ kind, files, folders }: Tree, naming: Naming): Laid {
  const { written, renamed } = writtenPaths([...files.map(({ path }) => path), ...folders], thisPlatform, naming);
  const places = written.map((path) => path.split('/').join(sep));
  const laid = files.map(({ offset, size }, at) => ({ path: places[at] ?? '', offset, size }));
  return {
    files: laid,
    renamed: kind === 'folder' ? renamed : 0,
    makeFolders: (root) => {
      mkdirSync(root, { recursive: true });
      for (const place of places.slice(files.length)) mkdirSync(join(root, place), { recursive: true });
    },
    setTimes: (root) => {
      for (const [at, { modified }] of files.entries()) {
        const path = kind === 'folder' ? join(root, places[at] ?? '') : root;
        if (modified !== null) setTime(path, new Date(modified));
      }
    },
  };
}

/** Ignores errors: a wrong time does not matter as much as the file. */
function setTime(path: string, time: Date): void {
  try {
    utimesSync(path, time, time);
  } catch {
    // The file keeps the time of its write.
  }
}

export type WantedPart = {
  readonly kind: 'wanted';
  readonly index: number;
  readonly size: number;
  readonly submissionId: string;
};

/** A part that is already there: from an earlier run, or as another part with the same bytes. */
export type FoundPart = { readonly kind: 'found'; readonly size: number };

/**
 * The parts of one stream. They arrive in any order, and each is written after it is verified. The whole is verified
 * up to the first missing part.
 */
export class PartsInOrder {
  readonly #parts: readonly ManifestPart[];
  readonly #target: TargetFiles;
  readonly #checks: readonly RangeCheck[];
  readonly #isFolder: boolean;
  readonly #isThere: Uint8Array;
  /** The first part with given bytes. Others with the same bytes are copied. */
  readonly #byDigest = new Map<string, number>();
  /** The number of requested parts, and of verified ones. */
  #asked = 0;
  #checked = 0;

  constructor(manifest: Manifest, root: string, files: readonly TargetFile[]) {
    const { parts, size, sha256, encryption } = manifest;
    this.#parts = parts;
    this.#target = new TargetFiles(root, files);
    this.#isThere = new Uint8Array(parts.length);
    const whole: readonly ExpectedRange[] = sha256 === null ? [] : [{ offset: 0, size, sha256, name: null }];
    this.#isFolder = manifest.kind === 'folder' && encryption === null;
    const inner = this.#isFolder ? manifest.files.map(rangeOf) : [];
    this.#checks = [whole, inner].filter((ranges) => ranges.length > 0).map((ranges) => new RangeCheck(ranges));
    this.#target.makeEmpty();
  }

  next(): WantedPart | FoundPart | null {
    const index = this.#asked;
    const part = this.#parts[index];
    if (part === undefined) return null;
    this.#asked += 1;
    const { size, submissionId } = part;
    if (this.#isLeftOver(part) || this.#isCopy(part)) {
      this.#have(index, null);
      return { kind: 'found', size };
    }
    return { kind: 'wanted', index, size, submissionId };
  }

  put(index: number, bytes: Uint8Array): boolean {
    const part = this.#parts[index];
    if (part === undefined || !areOf(bytes, part)) return false;
    this.#target.write(part.offset, bytes);
    this.#have(index, bytes);
    return true;
  }

  /** The first range whose digest is wrong although each part is right; null if all are right. */
  end(): ExpectedRange | null {
    if (this.#checked < this.#parts.length) throw new Error('Not all parts are there.');
    this.#target.close();
    return this.#checks.map(({ wrong }) => wrong).find((wrong) => wrong !== null) ?? null;
  }

  /** True if nothing but these files is in their place. */
  isAlone(): boolean {
    return this.#target.areAlone(this.#isFolder);
  }

  close(): void {
    this.#target.close();
  }

  #isLeftOver(part: ManifestPart): boolean {
    const bytes = this.#target.read(part.offset, part.size);
    return bytes !== null && areOf(bytes, part);
  }

  #isCopy(part: ManifestPart): boolean {
    const first = this.#parts[this.#byDigest.get(part.sha256) ?? -1];
    if (first === undefined) return false;
    const bytes = this.#target.read(first.offset, first.size);
    if (bytes === null || !areOf(bytes, part)) return false;
    this.#target.write(part.offset, bytes);
    return true;
  }

  /** `bytes`: null to read them from the disk. */
  #have(index: number, bytes: Uint8Array | null): void {
    this.#isThere[index] = 1;
    const own = this.#parts[index];
    if (own !== undefined && !this.#byDigest.has(own.sha256)) this.#byDigest.set(own.sha256, index);
    for (; this.#isThere[this.#checked] === 1; this.#checked += 1) {
      const part = this.#parts[this.#checked];
      if (part === undefined) return;
      const next = this.#checked === index && bytes !== null ? bytes : this.#target.read(part.offset, part.size);
      if (next === null) throw new Error('ENOENT: what was written no longer exists.');
      for (const check of this.#checks) check.update(next);
    }
  }
}

function rangeOf({ offset, size, sha256, path }: Manifest['files'][number]): ExpectedRange {
  return { offset, size, sha256, name: path };
}
