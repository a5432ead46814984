import type {
  ByHandReason,
  NewVersion,
  UpdateFailureCode,
  UpdateState,
  UpdatesView,
} from '../../shared/bridge/updates.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { AppUpdater } from './app-updater.ts';
import type { UpdateOutcome } from './update-outcome.ts';

/** After the window can be used: users who start Dropslip want something else first. */
const FIRST_CHECK_MS = 15_000;
const CHECK_EVERY_MS = 6 * 60 * 60_000;

export type Updater = Pick<AppUpdater, 'check' | 'download'>;

type Surroundings = {
  /** The address of the feed; null if none was configured when this build was packaged. */
  readonly feed: string | null;
  /** The reason why this copy cannot install a new version itself; null if it can. */
  readonly byHand: ByHandReason | null;
  /** Loaded when it is first needed. */
  readonly updater: () => Promise<Updater>;
  readonly quit: () => void;
  readonly isWanted: () => boolean;
  /** True while files or deposits are on their way. */
  readonly isBusy: () => boolean;
  readonly onChange: (view: UpdatesView) => void;
  readonly onProblem: (error: unknown) => void;
};

/**
 * Looks for new versions, and downloads and installs one if the user chooses each step. Nothing is installed while files or
 * deposits are on their way, nor when the app is closed for another reason.
 */
export class Updates {
  readonly #around: Surroundings;
  #state: UpdateState;
  #lastCheck: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** The current step. The result of an aborted step is ignored. */
  #task = new AbortController();
  #isClosed = false;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#state = this.#atRest();
  }

  get view(): UpdatesView {
    return { feed: this.#around.feed, state: this.#state };
  }

  /** True if the new version replaces this one at the end of the app. */
  get isInstallDue(): boolean {
    return this.#state.kind === 'installing';
  }

  /** Starts looking for new versions. More calls change nothing. */
  begin(): void {
    if (this.#around.feed !== null && this.#timer === null) this.#checkIn(FIRST_CHECK_MS);
  }

  /** Reads the user's choice again. */
  preferencesChanged(): void {
    if (this.#state.kind === 'off-in-build') return;
    const wasOff = this.#state.kind === 'off';
    if (this.#around.isWanted() === !wasOff) return;
    this.#abandon();
    this.#become(this.#atRest());
    if (wasOff) void this.check();
  }

  /** Asks the feed. A version that was found before stays in sight if the feed does not answer. */
  async check(): Promise<void> {
    const before = this.#state;
    if (!mayCheck(before)) return;
    const { signal } = this.#task;
    if (before.kind !== 'available' && before.kind !== 'ready') this.#become({ kind: 'checking' });
    const outcome = await this.#ask((updater) => updater.check());
    // The user has begun a download in the meantime.
    if (signal.aborted || (this.#state !== before && this.#state.kind !== 'checking')) return;
    if (!outcome.ok) {
      if (this.#state.kind === 'checking') this.#fail('check', outcome.code, null);
      return;
    }
    this.#lastCheck = new Date().toISOString();
    this.#found(before, outcome.value);
  }

  /** Downloads the available version, or tries again after a failure. */
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
    if (outcome.ok) this.#become({ kind: 'ready', release });
    else this.#fail('download', outcome.code, release);
  }

  cancel(): void {
    if (this.#state.kind !== 'downloading') return;
    this.#abandon();
    this.#become({ kind: 'available', release: this.#state.release, byHand: this.#around.byHand });
  }

  /** Ends the app to install the new version. Errors: `files-on-their-way`. */
  install(): Result<null> {
    if (this.#state.kind !== 'ready') return success(null);
    if (this.#around.isBusy()) return failure({ code: 'files-on-their-way' });
    this.#become({ kind: 'installing', release: this.#state.release });
    this.#around.quit();
    return success(null);
  }

  close(): void {
    this.#isClosed = true;
    this.#abandon();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #found(before: UpdateState, release: NewVersion | null): void {
    if (release === null) this.#become(this.#atRest());
    else if (before.kind === 'ready' && before.release.version === release.version) return;
    else this.#become({ kind: 'available', release, byHand: this.#around.byHand });
  }

  #downloadable(): NewVersion | null {
    if (this.#state.kind === 'available') return this.#state.byHand === null ? this.#state.release : null;
    return this.#state.kind === 'failed' ? this.#state.release : null;
  }

  #atRest(): UpdateState {
    if (this.#around.feed === null) return { kind: 'off-in-build' };
    return this.#around.isWanted() ? { kind: 'idle', lastCheck: this.#lastCheck } : { kind: 'off' };
  }

  async #ask<Value>(ask: (updater: Updater) => Promise<UpdateOutcome<Value>>): Promise<UpdateOutcome<Value>> {
    try {
      return await ask(await this.#around.updater());
    } catch (error) {
      this.#around.onProblem(error);
      return { ok: false, code: 'other' };
    }
  }

  #fail(during: 'check' | 'download', code: UpdateFailureCode, release: NewVersion | null): void {
    this.#become({ kind: 'failed', during, code, release });
  }

  #become(state: UpdateState): void {
    if (this.#isClosed) return;
    this.#state = state;
    this.#around.onChange(this.view);
  }

  /** Aborts the current step and begins another one. */
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
    case 'ready':
      return true;
    default:
      return false;
  }
}
