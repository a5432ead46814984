import { originalFs } from '../../files/index.ts';
import type { Contents } from '../../manifest/index.ts';
import { RangeCheck } from './stream-digests.ts';
import { TargetFiles } from './target-files.ts';
import type { Laid } from './tree.ts';

const { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync } = originalFs;

const PIECE_BYTES = 1024 * 1024;
/** Bytes between two signs of life. */
const STEP_BYTES = 32 * PIECE_BYTES;

type Places = { readonly from: string; readonly root: string };

/** Takes a decrypted stream, holds it against the contents that came with it, and lays it out as the files that it is. */
export class DecryptedFiles {
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

  /** What is written once more, into the files of a folder: a single file is what was decrypted itself. */
  get copiedBytes(): number {
    return this.#target === null ? 0 : this.#contents.size;
  }

  /** Bytes so far, or how it ended. */
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
      // As a single file that was decrypted: for nobody else who uses this computer.
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
