import type {
  ByHandReason,
  NewVersion,
  UnderWay,
  UpdateFailureCode,
  UpdateState,
  UpdatesView,
} from '../../shared/bridge/app/updates.ts';
import type { UpdateOutcome, Updater } from './updater.ts';

/** After the window can be used: whoever starts Dropslip wants something else first. */
const FIRST_CHECK_MS = 15_000;
const CHECK_EVERY_MS = 6 * 60 * 60_000;
/** An app that is still there so long after it was to end was kept open. */
const ENDED_WITHIN_MS = 20_000;

export type UpdatesParts = {
  /** The address of the feed; null where none was configured when this build was packaged. */
  readonly feed: string | null;
  /** Why this copy cannot install a new version itself; null where it can. */
  readonly byHand: ByHandReason | null;
  /** Loaded when it is first needed. */
  readonly updater: () => Promise<Updater>;
  /** Whether the person wants to be asked about updates. */
  readonly isWanted: () => boolean;
  readonly underWay: () => UnderWay;
  readonly onChange: (view: UpdatesView) => void;
  readonly onProblem: (error: unknown) => void;
  readonly now: () => number;
};

type Ready = Extract<UpdateState, { readonly kind: 'ready' }>;

/**
 * Looks for new versions, and gets and installs one when the person says so: each step is theirs. Nothing is ever installed
 * while something is on its way, nor when the app is closed for another reason.
 */
export class Updates {
  readonly #parts: UpdatesParts;
  #state: UpdateState;
  #lastCheck: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Of what is being done now; what is aborted has no say any more. */
  #task = new AbortController();
  #isClosed = false;

  constructor(parts: UpdatesParts) {
    this.#parts = parts;
    this.#state = this.#atRest();
  }

  get view(): UpdatesView {
    return { feed: this.#parts.feed, state: this.#state };
  }

  /** From now on, the window can be used: it may say so again. */
  begin(): void {
    if (this.#parts.feed !== null && this.#timer === null) this.#checkIn(FIRST_CHECK_MS);
  }

  /** The person may want it otherwise now. */
  preferencesChanged(): void {
    if (this.#state.kind === 'off-in-build') return;
    const wasOff = this.#state.kind === 'off';
    if (this.#parts.isWanted() === !wasOff) return;
    this.#abandon();
    this.#become(this.#atRest());
    if (wasOff) void this.check();
  }

  /** What is known already stays in sight while the feed is asked again, and where it does not answer. */
  async check(): Promise<void> {
    const before = this.#state;
    if (!mayCheck(before)) return;
    const { signal } = this.#task;
    if (before.kind !== 'available' && before.kind !== 'ready') this.#become({ kind: 'checking' });
    const outcome = await this.#ask((updater) => updater.check());
    // Something else has begun meanwhile, as a download.
    if (signal.aborted || (this.#state !== before && this.#state.kind !== 'checking')) return;
    if (!outcome.ok) {
      if (this.#state.kind === 'checking') this.#fail('check', outcome.code, null);
      return;
    }
    this.#lastCheck = new Date(this.#parts.now()).toISOString();
    this.#found(before, outcome.value);
  }

  /** What is available, or what could not be downloaded or installed before. */
  async download(): Promise<void> {
    const release = this.#downloadable();
    if (release === null) return;
    const task = this.#abandon();
    const showProgress = (received: number, total: number | null): void => {
      if (!task.signal.aborted) this.#become({ kind: 'downloading', release, received, total });
    };
    showProgress(0, release.size);
    const outcome = await this.#ask((updater) =>
      updater.download(({ received, total }) => showProgress(received, total ?? release.size), task.signal),
    );
    if (task.signal.aborted) return;
    if (outcome.ok) this.#become({ kind: 'ready', release, waitsFor: null });
    else this.#fail('download', outcome.code, release);
  }

  /** Ends a download, or an installation that waits. */
  cancel(): void {
    const state = this.#state;
    if (state.kind === 'downloading') {
      this.#abandon();
      this.#become({ kind: 'available', release: state.release, byHand: this.#parts.byHand });
    } else if (state.kind === 'ready') {
      this.#become({ ...state, waitsFor: null });
    }
  }

  /** As soon as nothing is on its way. */
  async install(): Promise<void> {
    if (this.#state.kind !== 'ready' || this.#waits(this.#state)) return;
    const { release } = this.#state;
    const { signal } = this.#task;
    this.#become({ kind: 'installing', release });
    const outcome = await this.#ask((updater) => updater.prepare());
    if (signal.aborted) return;
    if (!outcome.ok) {
      this.#fail('install', outcome.code, release);
      return;
    }
    // That took its time, in which something may have been dropped.
    if (!this.#waits({ kind: 'ready', release, waitsFor: null })) await this.#endApp(release);
  }

  /** Something that was on its way may have arrived. */
  lookAgain(): void {
    if (this.#state.kind === 'ready' && this.#state.waitsFor !== null) void this.install();
  }

  close(): void {
    this.#isClosed = true;
    this.#abandon();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Whether something is on its way, which is then shown. */
  #waits(ready: Ready): boolean {
    const waitsFor = this.#parts.underWay();
    if (waitsFor.files + waitsFor.deposits === 0) return false;
    if (!isSame(ready.waitsFor, waitsFor)) this.#become({ ...ready, waitsFor });
    return true;
  }

  async #endApp(release: NewVersion): Promise<void> {
    const updater = await this.#parts.updater();
    updater.install();
    setTimeout(() => {
      if (this.#isClosed) return;
      updater.withdraw();
      if (this.#state.kind === 'installing') this.#become({ kind: 'ready', release, waitsFor: null });
    }, ENDED_WITHIN_MS).unref();
  }

  #found(before: UpdateState, release: NewVersion | null): void {
    if (release === null) this.#become(this.#atRest());
    else if (before.kind === 'ready' && before.release.version === release.version) return;
    else this.#become({ kind: 'available', release, byHand: this.#parts.byHand });
  }

  #downloadable(): NewVersion | null {
    if (this.#state.kind === 'available') return this.#state.byHand === null ? this.#state.release : null;
    return this.#state.kind === 'failed' ? this.#state.release : null;
  }

  #atRest(): UpdateState {
    if (this.#parts.feed === null) return { kind: 'off-in-build' };
    return this.#parts.isWanted() ? { kind: 'idle', lastCheck: this.#lastCheck } : { kind: 'off' };
  }

  async #ask<Value>(ask: (updater: Updater) => Promise<UpdateOutcome<Value>>): Promise<UpdateOutcome<Value>> {
    try {
      return await ask(await this.#parts.updater());
    } catch (error) {
      this.#parts.onProblem(error);
      return { ok: false, code: 'other' };
    }
  }

  #fail(during: 'check' | 'download' | 'install', code: UpdateFailureCode, release: NewVersion | null): void {
    this.#become({ kind: 'failed', during, code, release });
  }

  #become(state: UpdateState): void {
    if (this.#isClosed) return;
    this.#state = state;
    this.#parts.onChange(this.view);
  }

  /** Lets go of what is being done, and begins something else. */
  #abandon(): AbortController {
    this.#task.abort();
    this.#task = new AbortController();
    return this.#task;
  }

  #checkIn(ms: number): void {
    this.#timer = setTimeout(() => {
      void this.check();
      this.#checkIn(CHECK_EVERY_MS);
    }, ms).unref();
  }
}

function mayCheck(state: UpdateState): boolean {
  switch (state.kind) {
    case 'idle':
    case 'available':
    case 'failed':
      return true;
    case 'ready':
      return state.waitsFor === null;
    default:
      return false;
  }
}

function isSame(one: UnderWay | null, other: UnderWay): boolean {
  return one !== null && one.files === other.files && one.deposits === other.deposits;
}
