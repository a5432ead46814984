import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import type { CallInputs, Handlers } from '../../shared/bridge/bridge.ts';
import { isOver, type Retrieval, type RetrievalPlace, type RetrievalState } from '../../shared/bridge/retrieval.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import { secretKeysIn } from '../encryption/index.ts';
import { originalFs } from '../files/index.ts';
import type { KeptState, RetrievalStore, StoredRetrieval } from './retrieval-store.ts';
import type { Downloads, Key, RetrievalRun, RunEnd, RunHooks } from './run.ts';
import type { From, Wanted } from './wanted.ts';

type OpenRun = (
  retrieval: StoredRetrieval,
  places: ReadonlyMap<string, RetrievalPlace>,
  key: Key | null,
  hooks: RunHooks,
) => RetrievalRun;

type Answer = CallInputs['retrieval.answer']['answer'];

const gone = failure({ code: 'retrieval-gone' });
/** Each run has a thread, and several parts of up to 64 MiB in memory. */
const AT_ONCE = 3;
/** The shortest interval between progress events. Other changes are emitted at once. */
const EMITTED_EVERY_MS = 200;
const mayGoOn: ReadonlySet<KeptState['kind']> = new Set(['needs-key', 'failed']);

/** A run in progress or waiting for its turn (then `work` is resolved). */
type Turn = { readonly abort: AbortController; work: Promise<void> };

/** The list of downloads. They stay until dismissed, continue after a restart, and run a few at a time. */
export class Retrievals {
  readonly #store: RetrievalStore;
  readonly #wanted: (from: From) => Result<Wanted>;
  readonly #openRun: OpenRun;
  readonly #downloads: Downloads;
  /** The app's folder for assembling downloads. */
  readonly #workFolder: string;
  readonly #events: DomainEvents;
  readonly #limit = pLimit(AT_ONCE);
  readonly #turns = new Map<number, Turn>();
  readonly #listed = new Map<number, StoredRetrieval>();
  /** The states of runs in progress. */
  readonly #live = new Map<number, RetrievalState>();
  /** Timers of delayed progress events. */
  readonly #timers = new Map<number, NodeJS.Timeout>();
  /** Keys that the user typed for the next run. They are never stored. */
  readonly #keys = new Map<number, Key>();
  #isClosed = false;

  constructor(
    store: RetrievalStore,
    wanted: (from: From) => Result<Wanted>,
    openRun: OpenRun,
    downloads: Downloads,
    workFolder: string,
    events: DomainEvents,
  ) {
    this.#store = store;
    this.#wanted = wanted;
    this.#openRun = openRun;
    this.#downloads = downloads;
    this.#workFolder = workFolder;
    this.#events = events;
  }

  /** Continues the downloads that were in progress when the app quit. */
  recover(): void {
    for (const retrieval of this.#store.all()) {
      this.#listed.set(retrieval.id, retrieval);
      if (retrieval.state.kind === 'under-way') this.#begin(retrieval);
    }
    void this.#clearLeftOvers();
  }

  /** Newest first. */
  list(): readonly Retrieval[] {
    return [...this.#listed.values()].sort((a, b) => b.id - a.id).map((one) => this.#shown(one));
  }

  /** Errors: those of `wanted`. */
  async start(from: From, folder = this.#downloads.folder()): Promise<Result<Retrieval>> {
    const wanted = this.#wanted(from);
    if (!wanted.ok) return wanted;
    const { accountId, submissionId, name, expected, places } = wanted.value;
    const same = [...this.#listed.values()].find(
      (one) => one.accountId === accountId && one.submissionId === submissionId && !isOver(this.#shown(one).state),
    );
    if (same !== undefined) return success(this.#shown(same));
    const begun = {
      accountId,
      submissionId,
      name,
      asked: { expected, asItIs: false },
      folder,
      workFolder: join(this.#workFolder, randomUUID()),
      addedAt: new Date().toISOString(),
      state: { kind: 'under-way' },
      savedPath: null,
    } as const;
    const added = await this.#store.add(begun, places);
    this.#listed.set(added.id, added);
    this.#begin(added);
    return success(this.#shown(added));
  }

  /** Errors: `retrieval-gone`, `identity-not-valid`. */
  async answer(id: number, answer: Answer): Promise<Result<null>> {
    const found = this.#listed.get(id);
    if (found === undefined || !mayGoOn.has(found.state.kind)) return gone;
    const keys = answer.kind === 'identity' ? secretKeysIn(answer.identity) : success([]);
    if (!keys.ok) return keys;
    if (answer.kind === 'passphrase' || answer.kind === 'identity') this.#keys.set(id, answer);
    return this.#goOn({
      ...found,
      asked: { ...found.asked, asItIs: answer.kind === 'as-it-is' || found.asked.asItIs },
    });
  }

  /** Continues a failed download. Errors: `retrieval-gone`. */
  async retry(id: number): Promise<Result<null>> {
    const found = this.#listed.get(id);
    if (found === undefined || !mayGoOn.has(found.state.kind)) return gone;
    // The user may have chosen another downloads folder since.
    return this.#goOn({ ...found, folder: this.#downloads.folder() });
  }

  /** Stops a download and removes it from the list. A saved file stays, and so does one that is being saved meanwhile. */
  async dismiss(id: number): Promise<void> {
    const wasSaved = this.#listed.get(id)?.state.kind === 'saved';
    await this.#stop(id);
    const found = this.#listed.get(id);
    if (found === undefined || (found.state.kind === 'saved' && !wasSaved)) return;
    await this.#store.remove(id);
    this.#forget(id);
    await this.#clear(found);
  }

  /** Errors: `retrieval-gone`, `file-gone`. */
  show(id: number): Result<null> {
    const path = this.#listed.get(id)?.savedPath ?? null;
    if (path === null) return gone;
    return this.#downloads.showInFolder(path).ok ? success(null) : failure({ code: 'file-gone' });
  }

  /** Call when an account and its rows are removed. */
  forgetAccount(accountId: string): void {
    for (const retrieval of [...this.#listed.values()]) {
      if (retrieval.accountId !== accountId) continue;
      const stopped = this.#stop(retrieval.id);
      this.#forget(retrieval.id);
      void stopped.then(() => this.#clear(retrieval));
    }
  }

  /** Interrupted downloads continue at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#limit.clearQueue();
    await Promise.all([...this.#turns.keys()].map((id) => this.#stop(id)));
  }

  async #goOn(retrieval: StoredRetrieval): Promise<Result<null>> {
    const next: StoredRetrieval = { ...retrieval, state: { kind: 'under-way' } };
    await this.#put(next);
    this.#begin(next);
    return success(null);
  }

  #begin({ id }: StoredRetrieval): void {
    if (this.#isClosed) return;
    const turn: Turn = { abort: new AbortController(), work: Promise.resolve() };
    this.#turns.set(id, turn);
    this.#setLive(id, { kind: 'waiting', why: 'turn', until: null, progress: null });
    void this.#limit(async () => {
      const { signal } = turn.abort;
      if (!signal.aborted) turn.work = this.#run(id, signal).catch((error: unknown) => this.#problem(error));
      await turn.work;
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    });
  }

  /** Resolves once no work on it is left: at once if it waits for its turn. */
  async #stop(id: number): Promise<void> {
    const turn = this.#turns.get(id);
    turn?.abort.abort();
    await turn?.work;
  }

  async #run(id: number, signal: AbortSignal): Promise<void> {
    const key = this.#keys.get(id) ?? null;
    this.#keys.delete(id);
    const retrieval = this.#listed.get(id);
    if (retrieval === undefined) return;
    const run = this.#openRun(retrieval, this.#store.places(id), key, {
      signal,
      onState: (state) => this.#setLive(id, state),
      onName: (name) => {
        const now = this.#listed.get(id);
        if (now !== undefined) void this.#put({ ...now, name });
      },
    });
    const end = await run.run();
    this.#live.delete(id);
    const now = this.#listed.get(id);
    // Stores a file saved during shutdown, so that it is not saved twice.
    if (now !== undefined && (!this.#isClosed || end.kind === 'saved')) await this.#end(now, end);
  }

  async #end(now: StoredRetrieval, end: RunEnd): Promise<void> {
    switch (end.kind) {
      case 'saved':
        await this.#put({ ...now, state: end.state, savedPath: end.path });
        return this.#clear(now);
      case 'needs-key':
      case 'failed':
        return this.#put({ ...now, state: end });
      case 'cancelled':
        return;
    }
  }

  /** Stores a change before emitting it. A change that cannot be stored is still shown, but lost at the next start. */
  async #put(next: StoredRetrieval): Promise<void> {
    if (!this.#listed.has(next.id)) return;
    this.#listed.set(next.id, next);
    await this.#store.put(next).catch((error: unknown) => this.#problem(error));
    this.#emit(next.id);
  }

  #setLive(id: number, state: RetrievalState): void {
    const last = this.#live.get(id);
    this.#live.set(id, state);
    if (last === undefined || kindOf(last) !== kindOf(state)) {
      this.#emit(id);
      return;
    }
    if (this.#timers.has(id)) return;
    const emitLater = (): void => {
      this.#timers.delete(id);
      this.#emit(id);
    };
    this.#timers.set(id, setTimeout(emitLater, EMITTED_EVERY_MS).unref());
  }

  #shown({ id, accountId, submissionId, name, addedAt, state }: StoredRetrieval): Retrieval {
    const waiting = { kind: 'waiting', why: 'turn', until: null, progress: null } as const;
    const shown = this.#live.get(id) ?? (state.kind === 'under-way' ? waiting : state);
    return { id, accountId, submissionId, name, addedAt, state: shown };
  }

  #emit(id: number): void {
    const now = this.#listed.get(id);
    if (now !== undefined) this.#events.emit('retrieval.changed', { retrieval: this.#shown(now) });
  }

  #problem(error: unknown): void {
    this.#events.emit('problem', { what: 'a download failed', detail: String(error) });
  }

  #forget(id: number): void {
    this.#listed.delete(id);
    this.#live.delete(id);
    this.#keys.delete(id);
    this.#events.emit('retrieval.dismissed', { id });
  }

  async #clear({ workFolder }: StoredRetrieval): Promise<void> {
    const options = { recursive: true, force: true };
    await originalFs.promises.rm(workFolder, options).catch((error: unknown) => this.#problem(error));
  }

  /** Deletes work folders without a download, which a crash left behind. */
  async #clearLeftOvers(): Promise<void> {
    const { readdir, rm } = originalFs.promises;
    const names = await readdir(this.#workFolder).catch(() => []);
    for (const name of names) {
      if ([...this.#listed.values()].some(({ workFolder }) => basename(workFolder) === name)) continue;
      await rm(join(this.#workFolder, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/** Waiting for another reason counts as another state. */
function kindOf(state: RetrievalState): string {
  return state.kind === 'waiting' ? state.why : state.kind;
}

export function retrievalHandlers(retrievals: Retrievals): Handlers<'retrieval'> {
  return {
    'retrieval.list': () => success(retrievals.list()),
    'retrieval.start': ({ from }) => retrievals.start(from),
    'retrieval.startInto': ({ from, paths: [folder] }) => retrievals.start(from, folder),
    'retrieval.answer': ({ id, answer }) => retrievals.answer(id, answer),
    'retrieval.retry': ({ id }) => retrievals.retry(id),
    'retrieval.dismiss': ({ id }) => retrievals.dismiss(id),
    'retrieval.show': ({ id }) => retrievals.show(id),
  };
}
