import { type Failure, failure, type Result, success } from '../shared/failures/failure.ts';

/** A file and its receipt may be given one after the other, with retries in between. */
const GESTURES_REMEMBERED = 32;
/** Files remembered of an older gesture: a comparison or a look-up needs one file and one receipt. */
const FILES_OF_OLDER_GESTURE = 2;

const notGiven: Failure = { code: 'files-not-given' };

/**
 * The files that the user gave, by path. Claims of the page do not count: `pathOf` (`webUtils.getPathForFile`) returns
 * the path of a `File`, and only gestures that the preload has received itself are known. The files of a gesture can be
 * sent with one call, and only while it is the latest one: sent one by one, each file would be its own batch, and no
 * limit of the user would apply to them together. They may be read again while the gesture is remembered.
 */
export class GestureFiles {
  readonly #pathOf: (file: File) => string;
  /** The latest first. Maps the path of the page's file to the one that main receives. */
  #gestures: readonly ReadonlyMap<string, string>[] = [];
  #isSent = false;

  constructor(pathOf: (file: File) => string) {
    this.#pathOf = pathOf;
  }

  /** Remembers the files of a gesture. A gesture without files on the disk is ignored. */
  take(files: ArrayLike<File>): void {
    const paths = new Map<string, string>();
    for (let index = 0; index < files.length; index += 1) {
      const path = this.#path(files[index]);
      if (path !== null && path !== '') paths.set(path, path);
    }
    if (paths.size > 0) this.#remember(paths);
  }

  #remember(paths: ReadonlyMap<string, string>): void {
    const older = this.#gestures
      .slice(0, GESTURES_REMEMBERED - 1)
      .map((gesture) => new Map([...gesture].slice(0, FILES_OF_OLDER_GESTURE)));
    this.#gestures = [paths, ...older];
    this.#isSent = false;
  }

  /**
   * Remembers a chosen folder. The dialog returns only its files, so the first of them represents the folder from now
   * on.
   */
  takeFolder(files: ArrayLike<File>): void {
    const first = files[0];
    const path = this.#path(first);
    const folder = path === null || first === undefined ? null : folderOf(path, first.webkitRelativePath);
    if (path === null || folder === null) this.take(files);
    else this.#remember(new Map([[path, folder]]));
  }

  /** Returns the paths of the page's files, in order. `use`: they are sent (and paid for), or only read. */
  pathsFor(files: unknown, use: 'send' | 'read'): Result<readonly string[]> {
    if (!Array.isArray(files) || files.length === 0) return failure(notGiven);
    const among = use === 'read' ? this.#gestures : this.#gestures.slice(0, this.#isSent ? 0 : 1);
    const paths: string[] = [];
    for (let index = 0; index < files.length; index += 1) {
      const path = this.#path(files[index]);
      // It is not a file on this computer's disk.
      if (path === '') return failure({ code: 'not-on-disk' });
      const given = path === null ? undefined : among.find((gesture) => gesture.has(path))?.get(path);
      if (given === undefined) return failure(notGiven);
      paths.push(given);
    }
    if (use === 'send') this.#isSent = true;
    return success(paths);
  }
  /** Returns null if the value is no `File`. */
  #path(value: unknown): string | null {
    if (!(value instanceof File)) return null;
    try {
      return this.#pathOf(value);
    } catch {
      return null;
    }
  }
}

/**
 * Returns the folder that contains a file: `path` without the part in `relative` (`webkitRelativePath`, which begins
 * with the folder's own name). Null if the two do not match.
 */
function folderOf(path: string, relative: string): string | null {
  const separator = path.startsWith('/') ? '/' : '\\';
  const [name, ...inside] = relative.split('/');
  const tail = [name, ...inside].map((each) => `${separator}${each}`).join('');
  if (inside.length === 0 || !path.endsWith(tail)) return null;
  return path.slice(0, path.length - inside.join(separator).length - separator.length);
}
