import type { GivenFiles, PickedFiles } from '../shared/bridge/call.ts';
import { GESTURES_REMEMBERED } from '../shared/bridge/ipc.ts';

/** Files remembered of an older gesture: a comparison or a look-up needs one file and one receipt. */
const FILES_OF_OLDER_GESTURE = 2;

export type Picked =
  | { readonly kind: 'picked'; readonly files: PickedFiles }
  /** One of them is not a file on this computer's disk. */
  | { readonly kind: 'without-path' }
  /** Not a list of files, or one of them belongs to no remembered gesture. */
  | { readonly kind: 'not-given' };

type Gesture = { readonly id: string; readonly places: Map<string, number> };

/**
 * The files that the user gave, by path. Claims of the page do not count: `pathOf` (`webUtils.getPathForFile`) returns
 * the path of a `File`, and only gestures that the preload has received itself are known.
 */
export class GestureFiles {
  readonly #pathOf: (file: File) => string;
  readonly #notifyMain: (given: GivenFiles) => void;
  #gestures: readonly Gesture[] = [];

  constructor(pathOf: (file: File) => string, notifyMain: (given: GivenFiles) => void) {
    this.#pathOf = pathOf;
    this.#notifyMain = notifyMain;
  }

  /** Remembers the files of a gesture. A gesture without files on the disk is ignored. */
  take(files: ArrayLike<File>): void {
    const places = new Map<string, number>();
    for (let index = 0; index < files.length; index += 1) {
      const path = this.#path(files[index]);
      if (path !== null && path !== '' && !places.has(path)) places.set(path, places.size);
    }
    if (places.size > 0) this.#remember(places, [...places.keys()]);
  }

  #remember(places: Map<string, number>, paths: string[]): void {
    const id = crypto.randomUUID();
    const older = this.#gestures
      .slice(0, GESTURES_REMEMBERED - 1)
      .map((gesture) => ({ ...gesture, places: new Map([...gesture.places].slice(0, FILES_OF_OLDER_GESTURE)) }));
    this.#gestures = [{ id, places }, ...older];
    this.#notifyMain({ gestureId: id, paths });
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
    else this.#remember(new Map([[path, 0]]), [folder]);
  }

  /** Finds the page's files among the given ones. */
  pick(files: unknown): Picked {
    if (!Array.isArray(files) || files.length === 0) return { kind: 'not-given' };
    const picked: { readonly gestureId: string; readonly places: number[] }[] = [];
    for (let index = 0; index < files.length; index += 1) {
      const path = this.#path(files[index]);
      if (path === '') return { kind: 'without-path' };
      const gesture = path === null ? undefined : this.#gestures.find(({ places }) => places.has(path));
      const place = path === null ? undefined : gesture?.places.get(path);
      if (gesture === undefined || place === undefined) return { kind: 'not-given' };
      const last = picked.at(-1);
      if (last?.gestureId === gesture.id) last.places.push(place);
      else picked.push({ gestureId: gesture.id, places: [place] });
    }
    return { kind: 'picked', files: picked };
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
