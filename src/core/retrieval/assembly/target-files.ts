import { dirname, join } from 'node:path';
import { originalFs } from '../../files/index.ts';

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
  writeSync,
} = originalFs;

/** A range of a stream, and the file that it is the whole of. `path`: within the root, as this system writes paths. */
export type TargetFile = { readonly path: string; readonly offset: number; readonly size: number };

/** Beyond so much that was written a file is brought to the disk, so that the end has little left to wait for. */
const FLUSHED_EVERY_BYTES = 64 * 1024 * 1024;

/**
 * One stream, laid out as the files that it is made of: what is written at an offset lands in the file, or the files, that
 * the bytes belong to. The files are in the order of the stream, without gaps. All calls block. Throws what the disk says.
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

  /** What is there of a range, the caller's until the next is read; null where not all of it is there. */
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

  /** Makes those that have no bytes, which nothing is ever written to. */
  makeEmpty(): void {
    for (const file of this.#files) if (file.size === 0) this.#descriptorOf(file);
    this.close();
  }

  /** Also brings to the disk what was written. */
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
   * Whether each file is one of its own, as large as it is to be; and, where the root is theirs, whether nothing else is in it.
   * A disk may take two names for one, and whoever can write there may have put links and files of theirs among them.
   */
  areAlone(isRootTheirs: boolean): boolean {
    const areOwn = this.#files.every(({ path, size }) => {
      const found = lstatSync(join(this.#root, path), { throwIfNoEntry: false });
      return found?.isFile() === true && found.nlink <= 1 && found.size === size;
    });
    return areOwn && (!isRootTheirs || filesIn(this.#root) === this.#files.length);
  }

  /** The file of a range without a look at more of it than its size. */
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

  /** The first file that ends behind an offset. */
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

/** Whatever is no folder, at any depth. */
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

/** Throws as a full disk does where so many bytes do not fit: sooner than after days. */
export function needRoom(folder: string, size: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (size > bavail * bsize)
    throw new Error(`ENOSPC: ${size} bytes are to be written, and there is room for ${bavail * bsize}`);
}

/** To be read and written, what is in it kept. */
function openForBoth(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return openSync(path, 'wx+');
  }
}
