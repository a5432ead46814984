import { readdirSync } from 'node:fs';
import type { FileTrouble } from './file-calls.ts';

export const noText: FileTrouble = { kind: 'unreadable', code: 'EILSEQ', detail: 'The name is not text.' };

/** What stands in a name for bytes that are no text. */
const REPLACED = '\ufffd';

/**
 * Which names of a folder can be opened by their text. Bytes that are no text are read as a mark, and a neighbour whose name
 * has that very mark would be taken for the file.
 */
export class TextNames {
  readonly #folder: string;
  /** The names with a mark, as bytes; read when the first is asked about. */
  #marked: readonly Buffer[] | null = null;
  readonly #taken = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Of all entries with the same text, one: a folder has one whose name is that text, at most. */
  takes(name: string): boolean {
    if (!name.includes(REPLACED)) return true;
    if (this.#taken.has(name) || !this.#read(name).some((bytes) => bytes.equals(Buffer.from(name)))) return false;
    this.#taken.add(name);
    return true;
  }

  /** Whether several entries have this text. */
  isAmbiguous(name: string): boolean {
    return name.includes(REPLACED) && this.#read(name).length > 1;
  }

  #read(name: string): readonly Buffer[] {
    this.#marked ??= readdirSync(this.#folder, { encoding: 'buffer' }).filter((bytes) =>
      bytes.toString().includes(REPLACED),
    );
    return this.#marked.filter((bytes) => bytes.toString() === name);
  }
}
