import type {
  ByHandReason,
  NewVersion,
  UpdateFailureCode,
  UpdateState,
  UpdatesView,
} from '../../shared/bridge/updates.ts';
import type { AppUpdater } from './app-updater.ts';
import { type UpdateOutcome, updateFailureCode } from './update-outcome.ts';

/** After the window can be used: users who start Dropslip want something else first. */
const FIRST_CHECK_MS = 15_000;
const CHECK_EVERY_MS = 6 * 60 * 60_000;
/** An app that still runs after this time was kept open by the user. */
const ENDED_WITHIN_MS = 20_000;

/** `downloaded`: the installer's path; null on macOS. */
export type Updater = Pick<AppUpdater, 'check' | 'download' | 'downloaded'>;

type Surroundings = {
  /** The address of the feed; null if none was configured when this build was packaged. */
  readonly feed: string | null;
  /** The reason why this copy cannot install a new version itself; null if it can. */
  readonly byHand: ByHandReason | null;
  /** Loaded when it is first needed. */
  readonly updater: () => Promise<Updater>;
  /** The part of the installation that can fail and be repeated while the app runs. */
  readonly prepare: (updater: Updater) => Promise<void>;
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
  #isInstallDue = false;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#state = this.#atRest();
  }

  get view(): UpdatesView {
    return { feed: this.#around.feed, state: this.#state };
  }

  /** True if the new version replaces this one at the end of the app. */
  get isInstallDue(): boolean {
    return this.#isInstallDue;
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
    if (outcome.ok) this.#become({ kind: 'ready', release, isWaiting: false });
    else this.#fail('download', outcome.code, release);
  }

  /** Cancels a download or a waiting installation. */
  cancel(): void {
    const state = this.#state;
    if (state.kind === 'downloading') {
      this.#abandon();
      this.#become({ kind: 'available', release: state.release, byHand: this.#around.byHand });
    } else if (state.kind === 'ready') {
      this.#become({ ...state, isWaiting: false });
    }
  }

  /** Installs when nothing is on its way. */
  async install(): Promise<void> {
    if (this.#state.kind !== 'ready') return;
    const { release } = this.#state;
    if (this.#waits(release)) return;
    const { signal } = this.#task;
    this.#become({ kind: 'installing', release });
    try {
      await this.#around.prepare(await this.#around.updater());
    } catch (error) {
      this.#around.onProblem(error);
      if (!signal.aborted) this.#fail('install', updateFailureCode(error, 'other'), release);
      return;
    }
    // The user may have dropped a file in the meantime.
    if (!signal.aborted && !this.#waits(release)) this.#endApp(release);
  }

  /** Starts a waiting installation if nothing is on its way any more. */
  installIfIdle(): void {
    if (this.#state.kind === 'ready' && this.#state.isWaiting) void this.install();
  }

  close(): void {
    this.#isClosed = true;
    this.#abandon();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** True if something is on its way. The state then shows it. */
  #waits(release: NewVersion): boolean {
    if (!this.#around.isBusy()) return false;
    const isShown = this.#state.kind === 'ready' && this.#state.isWaiting;
    if (!isShown) this.#become({ kind: 'ready', release, isWaiting: true });
    return true;
  }

  #endApp(release: NewVersion): void {
    this.#isInstallDue = true;
    this.#around.quit();
    setTimeout(() => {
      if (this.#isClosed) return;
      this.#isInstallDue = false;
      if (this.#state.kind === 'installing') this.#become({ kind: 'ready', release, isWaiting: false });
    }, ENDED_WITHIN_MS).unref();
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

  #fail(during: 'check' | 'download' | 'install', code: UpdateFailureCode, release: NewVersion | null): void {
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
      return true;
    case 'ready':
      return !state.isWaiting;
    default:
      return false;
  }
}
