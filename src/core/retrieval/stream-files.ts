import { dirname, join, sep } from 'node:path';
import { originalFs } from '../files/index.ts';
import {
  type Contents,
  type Manifest,
  type ManifestPart,
  type Naming,
  thisPlatform,
  writtenPaths,
} from '../manifest/index.ts';
import { areOf, RangeCheck } from './stream-digests.ts';

const {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeSync,
} = originalFs;

/** Throws the error of a full disk if the bytes do not fit, before a download of perhaps days begins. */
export function needRoom(folder: string, size: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (size > bavail * bsize)
    throw new Error(`ENOSPC: ${size} bytes are to be written, and there is room for ${bavail * bsize}`);
}

export type WantedPart = {
  readonly kind: 'wanted';
  readonly index: number;
  readonly size: number;
  readonly submissionId: string;
};

/** A part that is already there from an earlier run. */
export type FoundPart = { readonly kind: 'found'; readonly size: number };

/** The parts of one stream, in a file. They arrive in any order, and each is written after it is verified. */
export class StreamParts {
  readonly #parts: readonly ManifestPart[];
  readonly #descriptor: number;
  /** The number of requested parts. */
  #asked = 0;

  /** Keeps the content of a file from an earlier run. */
  constructor(path: string, parts: readonly ManifestPart[]) {
    this.#parts = parts;
    this.#descriptor = openSync(path, existsSync(path) ? 'r+' : 'wx+');
  }

  next(): WantedPart | FoundPart | null {
    const index = this.#asked;
    const part = this.#parts[index];
    if (part === undefined) return null;
    this.#asked += 1;
    const { offset, size, submissionId } = part;
    const bytes = new Uint8Array(size);
    const isThere = readSync(this.#descriptor, bytes, 0, size, offset) === size && areOf(bytes, part);
    return isThere ? { kind: 'found', size } : { kind: 'wanted', index, size, submissionId };
  }

  /** False if the bytes do not match the part's digest. */
  put(index: number, bytes: Uint8Array): boolean {
    const part = this.#parts[index];
    if (part === undefined || !areOf(bytes, part)) return false;
    for (let at = 0; at < bytes.length; ) {
      at += writeSync(this.#descriptor, bytes, at, bytes.length - at, part.offset + at);
    }
    return true;
  }

  /** Flushes the written bytes. */
  close(): void {
    try {
      fsyncSync(this.#descriptor);
    } finally {
      closeSync(this.#descriptor);
    }
  }
}

const PIECE_BYTES = 1024 * 1024;
/** Bytes between two progress reports. */
const STEP_BYTES = 32 * PIECE_BYTES;

/** `wrong`: the first file with a wrong digest; null for the whole. */
export type CheckEnd = { readonly wrong: string | null } | 'proven';

/**
 * Verifies a whole stream by its digest and those of its files. Then `to` is the file, or a folder with a copy of its
 * files.
 */
export class StreamCheck {
  readonly #size: number;
  readonly #checks: readonly RangeCheck[];
  readonly #laid: Laid | null;
  readonly #files: FolderFiles | null;
  readonly #from: string;
  readonly #to: string;
  #descriptor: number | null = null;
  #position = 0;

  /** `laid`: null for a stream whose files are inside it. */
  constructor({ kind, size, sha256, files }: Contents | Manifest, laid: Laid | null, from: string, to: string) {
    const whole = sha256 === null ? [] : [{ offset: 0, size, sha256, name: null }];
    const inner = files.map((file) => ({ ...file, name: file.path }));
    this.#size = size;
    this.#checks = [whole, inner].filter((ranges) => ranges.length > 0).map((ranges) => new RangeCheck(ranges));
    this.#laid = laid;
    this.#files = kind === 'folder' && laid !== null ? new FolderFiles(to, laid) : null;
    this.#from = from;
    this.#to = to;
  }

  /** Bytes so far, or the result. */
  step(): number | CheckEnd {
    this.#descriptor ??= openSync(this.#from, 'r+');
    const piece = new Uint8Array(PIECE_BYTES);
    for (let left = STEP_BYTES; left > 0; left -= PIECE_BYTES) {
      const read = readSync(this.#descriptor, piece, 0, PIECE_BYTES, this.#position);
      this.#position += read;
      if (read === 0 || this.#position > this.#size) return this.#end(this.#descriptor);
      const bytes = piece.subarray(0, read);
      for (const check of this.#checks) check.update(bytes);
      this.#files?.write(bytes);
    }
    return this.#position;
  }

  #end(descriptor: number): CheckEnd {
    this.#files?.end();
    fsyncSync(descriptor);
    closeSync(descriptor);
    this.#descriptor = null;
    const isSize = this.#position === this.#size;
    const wrong = this.#checks.map((check) => check.wrong).find((range) => range !== null);
    if (isSize && wrong === undefined) {
      if (this.#files === null && this.#from !== this.#to) renameSync(this.#from, this.#to);
      this.#laid?.setTimes(this.#to);
      return 'proven';
    }
    for (const path of [this.#from, this.#to]) rmSync(path, { recursive: true, force: true });
    return { wrong: isSize ? (wrong?.name ?? null) : null };
  }
}

/** Writes a stream into the files of a new folder, one after the other. */
class FolderFiles {
  readonly #root: string;
  readonly #files: Laid['files'];
  #index = 0;
  #open: { readonly descriptor: number; left: number } | null = null;

  constructor(root: string, { files, makeFolders }: Laid) {
    this.#root = root;
    this.#files = files;
    rmSync(root, { recursive: true, force: true });
    // No other user of this computer may read it, like a single file.
    mkdirSync(root, { mode: 0o700 });
    makeFolders(root);
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const open = this.#current();
      if (open === null) return;
      const written = writeSync(open.descriptor, bytes, at, Math.min(open.left, bytes.length - at));
      open.left -= written;
      at += written;
    }
  }

  /** Creates the empty files at the end of the stream, too. */
  end(): void {
    this.#current();
  }

  /** The file that gets the next byte; null after the last one. */
  #current(): { readonly descriptor: number; left: number } | null {
    while (this.#open === null || this.#open.left === 0) {
      if (this.#open !== null) flush(this.#open.descriptor);
      this.#open = null;
      const file = this.#files[this.#index];
      if (file === undefined) return null;
      this.#index += 1;
      const path = join(this.#root, file.path);
      mkdirSync(dirname(path), { recursive: true });
      // Fails if the disk treats two names as one.
      this.#open = { descriptor: openSync(path, 'wx'), left: file.size };
    }
    return this.#open;
  }
}

function flush(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The size of a file; 0 if it does not exist. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** A file of a folder. `path`: relative to the root, with this system's separators. */
type TargetFile = { readonly path: string; readonly size: number };

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
  const laid = files.map(({ size }, at) => ({ path: places[at] ?? '', size }));
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
