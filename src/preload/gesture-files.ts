import type { GivenFiles, PickedFiles } from '../shared/bridge/call.ts';
import { GESTURES_REMEMBERED } from '../shared/bridge/ipc.ts';

/** Of an older gesture: what is compared or looked up is one file and one receipt. */
const FILES_OF_OLDER_GESTURE = 2;

export type Picked =
  | { readonly kind: 'picked'; readonly files: PickedFiles }
  /** One of them is no file on this computer's disk. */
  | { readonly kind: 'without-path' }
  /** Not a list of files, or one of them came by no gesture that is remembered. */
  | { readonly kind: 'not-given' };

type Gesture = { readonly id: string; readonly places: Map<string, number> };

/**
 * The files that a person gave, by their paths. The page's own word for what was given counts for nothing: `pathOf`
 * (`webUtils.getPathForFile`) says which file of the disk an object is, and only gestures that the preload has heard
 * itself are known.
 */
export class GestureFiles {
  readonly #pathOf: (file: File) => string;
  readonly #tellMain: (given: GivenFiles) => void;
  /** Newest first. */
  #gestures: readonly Gesture[] = [];

  constructor(pathOf: (file: File) => string, tellMain: (given: GivenFiles) => void) {
    this.#pathOf = pathOf;
    this.#tellMain = tellMain;
  }

  /** Takes the files of a gesture. One without a file of the disk is none. */
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
    this.#tellMain({ gestureId: id, paths });
  }

  /** Takes a folder that was chosen, of which the dialog gives nothing but its files: the first of them stands for it from now on. */
  takeFolder(files: ArrayLike<File>): void {
    const first = files[0];
    const path = this.#path(first);
    const folder = path === null || first === undefined ? null : folderOf(path, first.webkitRelativePath);
    if (path === null || folder === null) this.take(files);
    else this.#remember(new Map([[path, 0]]), [folder]);
  }

  /** Finds what the page hands over among the files that were given. */
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

  /** Null for what is no `File`. */
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
 * The folder that a file was found in: `path` without what `relative` (`webkitRelativePath`, which begins with the folder's own
 * name) says of its place there. Null where the two do not agree.
 */
function folderOf(path: string, relative: string): string | null {
  const separator = path.startsWith('/') ? '/' : '\\';
  const [name, ...inside] = relative.split('/');
  const tail = [name, ...inside].map((each) => `${separator}${each}`).join('');
  if (inside.length === 0 || !path.endsWith(tail)) return null;
  return path.slice(0, path.length - inside.join(separator).length - separator.length);
}
