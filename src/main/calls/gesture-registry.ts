import type { FileUse } from '../../shared/bridge/call.ts';
import { givenFiles, pickedFiles } from '../../shared/bridge/call.ts';
import { GESTURES_REMEMBERED } from '../../shared/bridge/ipc.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';

/** The longest time from a drop until its files are sent: the user does nothing in between. */
const SENT_WITHIN_MS = 60_000;

type Gesture = { readonly paths: readonly string[]; readonly at: number; sent: boolean };

/**
 * The files that the user gave to the window, as reported by the preload. Calls get paths only from here: a call names
 * a gesture, by an id that the page does not know, and places in it. A gesture's files can be sent with one call, soon
 * after the gesture and only if it is the latest one. Sent one by one, each file would be its own batch, and no limit
 * of the user would apply to them together. They may be read again while the gesture is remembered, because a file and
 * the receipt to compare it with come one after the other.
 */
export class GestureRegistry {
  /** Monotonic milliseconds. */
  readonly #now: () => number;
  readonly #isOwn: (path: string) => boolean;
  readonly #gestures = new Map<string, Gesture>();
  #latest: string | null = null;

  /** `isOwn`: true for paths in the app's own folders. The user gives no files from there; a page may have created them. */
  constructor(now: () => number, isOwn: (path: string) => boolean) {
    this.#now = now;
    this.#isOwn = isOwn;
  }

  /** Takes a report of the preload and ignores any other shape. */
  take(said: unknown): void {
    const read = givenFiles.safeParse(said);
    if (!read.success || this.#gestures.has(read.data.gestureId)) return;
    const { gestureId, paths } = read.data;
    this.#gestures.set(gestureId, { paths, at: this.#now(), sent: false });
    this.#latest = gestureId;
    for (const oldest of [...this.#gestures.keys()].slice(0, -GESTURES_REMEMBERED)) this.#gestures.delete(oldest);
  }

  /** Returns the paths of a call, in its order. */
  pathsFor(use: FileUse, said: unknown): Result<readonly string[]> {
    const read = pickedFiles.safeParse(said);
    if (!read.success) return notGiven;
    const paths: string[] = [];
    const toSend = new Set<number>();
    for (const { gestureId, places } of read.data) {
      const gesture = this.#gestures.get(gestureId);
      if (gesture === undefined || (use === 'send' && !this.#maySend(gestureId, gesture))) return notGiven;
      for (const place of places) {
        const path = gesture.paths[place];
        if (path === undefined) return notGiven;
        if (this.#isOwn(path)) return failure({ code: 'own-file' });
        if (use === 'send') {
          if (toSend.has(place)) return notGiven;
          toSend.add(place);
        }
        paths.push(path);
      }
    }
    const latest = this.#latest === null ? undefined : this.#gestures.get(this.#latest);
    if (use === 'send' && latest !== undefined) latest.sent = true;
    return success(paths);
  }

  #maySend(gestureId: string, { at, sent }: Gesture): boolean {
    return !sent && gestureId === this.#latest && this.#now() - at <= SENT_WITHIN_MS;
  }
}

const notGiven = failure({ code: 'files-not-given' });
