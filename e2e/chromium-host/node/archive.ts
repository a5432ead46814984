import { dirname, join, relative, resolve, sep } from 'node:path';
import { originalFs } from './original-fs.ts';

const { chmodSync, closeSync, fstatSync, mkdirSync, openSync, readSync, symlinkSync, writeFileSync } = originalFs;

/** An entry of an archive's header: a folder with `files`, a `link` to a path from the archive's root, or a file. */
type Entry = {
  readonly files?: Readonly<Record<string, unknown>>;
  readonly link?: string;
  /** In bytes, the first at `offset` (decimal digits) behind the header; of an `unpacked` one they lie beside the archive. */
  readonly size?: number;
  readonly offset?: string;
  readonly unpacked?: boolean;
  readonly executable?: boolean;
};

/** By hand: each thread of an app would load a library for it. */
function entryOf(value: unknown): Entry {
  if (typeof value !== 'object' || value === null) throw new Error('An entry of the archive is none.');
  const type = (name: string): string => typeof Reflect.get(value, name);
  const files: unknown = Reflect.get(value, 'files');
  if (typeof files === 'object' && files !== null) return { files: { ...files } };
  const isFile = type('size') === 'number' && (type('offset') === 'string' || Reflect.get(value, 'unpacked') === true);
  if (type('link') !== 'string' && !isFile) throw new Error('An entry of the archive is none.');
  return value;
}

/** Writes what a `.asar` file holds into a folder that is there and empty. False where it is no archive that can be read. */
export function unpackArchive(path: string, folder: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      // Two of Chromium's pickles: one is the length of the other, that one the header as text, with its own length before it.
      const lengths = bytes(file, 0, 16);
      const header = bytes(file, 16, lengths.readUInt32LE(12)).toString('utf8');
      new Unpacking(path, file, 8 + lengths.readUInt32LE(4), folder).run('', entryOf(JSON.parse(header)));
      return true;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

class Unpacking {
  readonly #path: string;
  readonly #file: number;
  readonly #bytesAt: number;
  readonly #root: string;

  constructor(path: string, file: number, bytesAt: number, root: string) {
    this.#path = path;
    this.#file = file;
    this.#bytesAt = bytesAt;
    this.#root = root;
  }

  run(path: string, { files = {} }: Entry): void {
    for (const [name, value] of Object.entries(files)) {
      const inside = join(path, name);
      const target = resolve(this.#root, inside);
      if (dirname(target) !== resolve(this.#root, path)) throw new Error('The archive names something outside.');
      const entry = entryOf(value);
      if (entry.files === undefined) this.#write(entry, inside, target);
      else {
        mkdirSync(target);
        this.run(inside, entry);
      }
    }
  }

  #write({ link, size = 0, offset = '0', unpacked, executable }: Entry, inside: string, target: string): void {
    if (link !== undefined) {
      const aim = resolve(this.#root, link);
      if (aim.startsWith(this.#root + sep)) symlinkSync(relative(dirname(target), aim), target);
    } else if (unpacked === true) {
      symlinkSync(join(`${this.#path}.unpacked`, inside), target);
    } else {
      writeFileSync(target, bytes(this.#file, this.#bytesAt + Number(offset), size));
      if (executable === true) chmodSync(target, 0o755);
    }
  }
}

/** Exactly so many bytes of an open file. */
function bytes(file: number, position: number, length: number): Buffer {
  // What no file has is not asked for.
  if (position + length > fstatSync(file).size) throw new Error('The archive is cut off.');
  const buffer = Buffer.alloc(length);
  for (let read = 0; read < length; ) {
    const more = readSync(file, buffer, read, length - read, position + read);
    if (more === 0) throw new Error('The archive is cut off.');
    read += more;
  }
  return buffer;
}
