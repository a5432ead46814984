import type { FileUse } from '../../shared/bridge/call.ts';
import { givenFiles, pickedFiles } from '../../shared/bridge/call.ts';
import { GESTURES_REMEMBERED } from '../../shared/bridge/ipc.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';

/** From letting go of files until they are to be sent: no person does anything in between. */
const SENT_WITHIN_MS = 60_000;

type Gesture = { readonly paths: readonly string[]; readonly at: number; sent: boolean };

/**
 * The files that a person gave to the window, as the preload told of them. Only here do calls get paths from: a call names
 * a gesture by an id that the page does not know, and places in it. A gesture's files are sent with one call, soon after it
 * and only while there was no other since: sent one after the other, each would be a batch of its own, which no line of the
 * person's holds. They may be read again while their gesture is remembered, for a file and the
 * receipt that it is compared with come one after the other.
 */
export class GestureRegistry {
  /** `now` counts milliseconds and is never set back. */
  readonly #now: () => number;
  readonly #isOwn: (path: string) => boolean;
  /** Oldest first. */
  readonly #gestures = new Map<string, Gesture>();
  #latest: string | null = null;

  /** `isOwn`: whether a path lies in the app's own folders. No person gives what a page may have made there. */
  constructor(now: () => number, isOwn: (path: string) => boolean) {
    this.#now = now;
    this.#isOwn = isOwn;
  }

  /** What the preload says; anything of another shape is passed over. */
  take(said: unknown): void {
    const read = givenFiles.safeParse(said);
    if (!read.success || this.#gestures.has(read.data.gestureId)) return;
    const { gestureId, paths } = read.data;
    this.#gestures.set(gestureId, { paths, at: this.#now(), sent: false });
    this.#latest = gestureId;
    for (const oldest of [...this.#gestures.keys()].slice(0, -GESTURES_REMEMBERED)) this.#gestures.delete(oldest);
  }

  /** The paths that a call is about, in its order. */
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
