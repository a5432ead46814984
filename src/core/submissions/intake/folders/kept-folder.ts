import { fileProblemCodes } from '../../../../shared/failures/submission-failures.ts';
import { manifestPaths, storableName } from '../../../manifest/index.ts';
import type { FolderEntry } from '../../content/folder-files.ts';
import type { Found } from '../found-file.ts';

/** Files and folders of one folder that is kept together: more would take memory and time that nobody expects. */
export const MOST_TOGETHER = 200_000;

/**
 * What a walk through one dropped folder found of it, as it is kept together: files without content and folders with nothing
 * in them too, in the order of its stream.
 */
export class KeptFolder {
  readonly #rootName: string;
  readonly #entries = new Map<string, Omit<FolderEntry, 'path' | 'found'>>();
  #isTooFull = false;

  /** `rootName`: as the folder is called, which is how what was found in it begins. */
  constructor(rootName: string) {
    this.#rootName = rootName;
  }

  /** As a manifest has it. */
  get name(): string {
    return storableName(this.#rootName);
  }

  get isTooFull(): boolean {
    return this.#isTooFull;
  }

  add({ folder, name, size, mtimeNs, state }: Found): void {
    const problem = state.kind === 'rejected' ? state.reason.code : null;
    const known = fileProblemCodes.find((code) => code === problem) ?? null;
    // What has no content is nothing to submit alone, and a file like others among them.
    this.#put(`${folder ?? this.#rootName}/${name}`, { kind: 'file', size, mtimeNs, problem: known });
  }

  addEmpty(folder: string): void {
    if (folder !== this.#rootName) this.#put(folder, { kind: 'folder', size: null, mtimeNs: null, problem: null });
  }

  /** In the order of the stream. */
  entries(): FolderEntry[] {
    const found = (path: string): Omit<FolderEntry, 'path' | 'found'> =>
      this.#entries.get(path) ?? { kind: 'file', size: null, mtimeNs: null, problem: 'file-unreadable' };
    const { paths, refused } = manifestPaths([...this.#entries.keys()], '/');
    return [
      ...paths.map(({ path }) => ({ ...found(path), path, found: null })),
      ...refused.map(({ found: as }) => ({ ...found(as), path: as, found: as, problem: 'name-not-kept' as const })),
    ];
  }

  #put(path: string, entry: Omit<FolderEntry, 'path' | 'found'>): void {
    if (this.#entries.size >= MOST_TOGETHER) {
      this.#isTooFull = true;
      this.#entries.clear();
    }
    if (!this.#isTooFull) this.#entries.set(path.slice(this.#rootName.length + 1), entry);
  }
}
