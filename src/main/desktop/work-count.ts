import type { DomainEvents } from '../../core/domain-events.ts';
import type { Submission, SubmissionProgress } from '../../shared/bridge/submissions.ts';
import type { Work as WorkWords } from '../../shared/messages/notices.ts';
import { actionsFor, isMoving, needsPerson } from '../../shared/submissions/submission-state.ts';

/** `bytes`: of all rows. `gone`: sent bytes, including all bytes of rows that wait for the user. */
export type Work = WorkWords & { readonly bytes: number; readonly gone: number };

/** The bar in the dock or the taskbar. `progress` as in Electron: -1 for no bar. */
export type Bar = { readonly progress: number; readonly mode: 'none' | 'normal' | 'paused' | 'error' };

type Row = Pick<Submission, 'id' | 'state' | 'size'>;
type Counted = {
  readonly standing: 'moving' | 'paused' | 'stuck' | 'done';
  readonly bytes: number;
  /** Sent bytes of a row that is being sent; null for any other row. */
  readonly sent: number | null;
};

const atRest = { all: 0, done: 0, moving: 0, paused: 0, stuck: 0, bytes: 0, gone: 0 };

type WorkParts = {
  readonly events: Pick<DomainEvents, 'on'>;
  /** The submissions at the start. */
  readonly known: readonly Submission[];
  readonly onChange: (work: Work) => void;
};

export class WorkCount {
  readonly #onChange: (work: Work) => void;
  /** The batch: all rows that moved since nothing was moving or paused. */
  readonly #rows = new Map<number, Counted>();
  readonly #needsPerson = new Set<number>();
  #work = atRest;

  constructor({ events, known, onChange }: WorkParts) {
    this.#onChange = onChange;
    for (const row of known) this.#take(row);
    events.on('submissions.changed', ({ submissions, queue }) => {
      for (const row of submissions) this.#take(row);
      this.#takeProgress(queue?.progress ?? []);
      this.#tell();
    });
    events.on('submissions.progress', ({ progress }) => {
      this.#takeProgress(progress);
      this.#tell();
    });
    events.on('submissions.removed', ({ ids }) => {
      for (const id of ids) {
        this.#put(id, null);
        this.#needsPerson.delete(id);
      }
      this.#tell();
    });
  }

  get now(): Work {
    return { ...this.#work, needsPerson: this.#needsPerson.size };
  }

  #take({ id, state, size }: Row): void {
    if (needsPerson(state)) this.#needsPerson.add(id);
    else this.#needsPerson.delete(id);
    const standing = standingOf(state);
    const before = this.#rows.get(id);
    if (before === undefined && (standing === 'done' || standing === 'stuck')) return;
    if (state.kind === 'cancelled') {
      this.#put(id, null);
      return;
    }
    const bytes = size ?? 0;
    const isSending = state.kind === 'sending' || state.kind === 'in-parts';
    this.#put(id, { standing, bytes, sent: isSending ? Math.min(before?.sent ?? 0, bytes) : null });
  }

  /** Reading a file also reports progress. It is ignored, because nothing has been sent then. */
  #takeProgress(progress: readonly SubmissionProgress[]): void {
    for (const { id, done } of progress) {
      const row = this.#rows.get(id);
      if (row !== undefined && row.sent !== null) this.#put(id, { ...row, sent: Math.min(done, row.bytes) });
    }
  }

  #put(id: number, row: Counted | null): void {
    const before = this.#rows.get(id);
    if (before !== undefined) this.#add(before, -1);
    if (row === null) this.#rows.delete(id);
    else {
      this.#rows.set(id, row);
      this.#add(row, 1);
    }
    // Nothing is moving, so the next row starts a new batch.
    if (this.#work.moving + this.#work.paused === 0 && this.#rows.size > 0) {
      this.#rows.clear();
      this.#work = atRest;
    }
  }

  #add({ standing, bytes, sent }: Counted, sign: 1 | -1): void {
    const work = { ...this.#work };
    work.all += sign;
    work[standing] += sign;
    work.bytes += sign * bytes;
    work.gone += sign * (standing === 'done' || standing === 'stuck' ? bytes : (sent ?? 0));
    this.#work = work;
  }

  #tell(): void {
    this.#onChange(this.now);
  }
}

function standingOf(state: Submission['state']): Counted['standing'] {
  if (isMoving(state)) return 'moving';
  if (state.kind === 'paused' && state.why.kind === 'by-person') return 'paused';
  return needsPerson(state) ? 'stuck' : 'done';
}

/** Returns the bar for the running work, by bytes if there are any. No bar if nothing is running. */
export function barOf({ all, bytes, done, gone, moving, paused, stuck }: Work): Bar {
  if (moving + paused === 0) return { progress: -1, mode: 'none' };
  const progress = bytes > 0 ? gone / bytes : (done + stuck) / all;
  if (moving === 0) return { progress, mode: 'paused' };
  return { progress, mode: stuck > 0 ? 'error' : 'normal' };
}

/** Returns the ids of the rows that can be paused, or that the user paused and can resume. */
export function idsFor(action: 'pause' | 'resume', rows: readonly Row[]): readonly number[] {
  return rows.filter(({ state }) => actionsFor(state).includes(action)).map(({ id }) => id);
}
