import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import pLimit, { type LimitFunction } from 'p-limit';
import type { CallInputs, Handlers } from '../../shared/bridge/bridge.ts';
import { isOver, MOST_RETRIEVALS, type Retrieval, type RetrievalState } from '../../shared/bridge/retrieval.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import { secretKeysIn } from '../encryption/index.ts';
import type { Commit } from '../storage/index.ts';
import { discardFolder } from './assembly-thread.ts';
import { Bytes, type BytesParts } from './bytes.ts';
import type { Key } from './content.ts';
import {
  givenByNobody,
  mayHappen,
  type RetrievalEvent,
  RetrievalStore,
  type StoredRetrieval,
  toWindow,
  withoutYes,
} from './retrieval-store.ts';
import { RetrievalRun } from './run.ts';
import type { RunEnd, RunParts } from './run-context.ts';
import { type From, type Wanted, type WantedParts, wantedFrom } from './wanted.ts';

export type RetrievalsParts = Omit<RunParts, 'bytes' | 'hasNode'> &
  BytesParts &
  WantedParts & {
    readonly database: DatabaseSync;
    readonly commit: Commit;
    readonly events: DomainEvents;
    /** Whether `keptKeys` would give any. */
    readonly hasKeptKeys: () => boolean;
    /** The user's Downloads folder, which need not be there. */
    readonly downloads: () => string;
    /** The app's own folder in which downloads are put together. */
    readonly workFolder: string;
    /** Shows a file or folder in the system's own file manager. Error: `file-gone`. */
    readonly showInFolder: (path: string) => Result<null>;
  };

type Answer = CallInputs['retrieval.answer']['answer'];

const gone = failure({ code: 'retrieval-gone' });

/** What is got back: kept until it is dismissed, gone on with after a restart, some at a time. */
export class Retrievals {
  readonly #parts: RetrievalsParts;
  readonly #store: RetrievalStore;
  readonly #runParts: RunParts;
  readonly #turns = new Turns();
  readonly #telling: Telling;
  readonly #kept = new Map<number, StoredRetrieval>();
  readonly #live = new Map<number, RetrievalState>();
  /** On their way to the disk. */
  readonly #adding = new Map<string, Promise<StoredRetrieval>>();
  /** What was typed for the next run. Never on the disk. */
  readonly #keys = new Map<number, Key>();
  /** Work folders on their way off the disk. */
  readonly #clearing = new Map<number, Promise<void>>();
  #isClosed = false;

  constructor(parts: RetrievalsParts) {
    const { database, commit, events, network } = parts;
    this.#parts = parts;
    this.#store = new RetrievalStore(database, commit);
    this.#runParts = { ...parts, bytes: new Bytes(parts), hasNode: (accountId) => network.hasNode(accountId) };
    this.#telling = new Telling((retrieval) => events.emit('retrieval.changed', { retrieval }));
  }

  /** Goes on with what was under way when the app ended. */
  recover(): void {
    for (const retrieval of this.#store.all()) {
      this.#kept.set(retrieval.id, retrieval);
      const { kind } = retrieval.state;
      if (kind === 'under-way' || kind === 'placing') this.#begin(retrieval);
      // What was typed is gone with the last run; what has been kept since may open it.
      else if (kind === 'needs-key' && this.#parts.hasKeptKeys()) void this.#goOn(retrieval);
    }
  }

  /** Newest first. */
  list(): readonly Retrieval[] {
    return [...this.#kept.values()].sort((a, b) => b.id - a.id).map((one) => this.#shown(one));
  }

  /** Errors: `too-many-retrievals`, and those of what is wanted. */
  async start(from: From): Promise<Result<Retrieval>> {
    const wanted = wantedFrom(from, this.#parts);
    if (!wanted.ok) return wanted;
    const { accountId, submissionId } = wanted.value;
    const open = [...this.#kept.values()].filter((one) => !isOver(this.#shown(one).state));
    const same = open.find((one) => one.accountId === accountId && one.submissionId === submissionId);
    if (same !== undefined) return success(this.#shown(same));
    const key = `${accountId} ${submissionId}`;
    const added = this.#adding.get(key);
    if (added === undefined && open.length + this.#adding.size >= MOST_RETRIEVALS) {
      return failure({ code: 'too-many-retrievals', values: { most: MOST_RETRIEVALS } });
    }
    const adding = added ?? this.#add(wanted.value).finally(() => this.#adding.delete(key));
    this.#adding.set(key, adding);
    return success(this.#shown(await adding));
  }

  async #add({ accountId, submissionId, name, expected, places }: Wanted): Promise<StoredRetrieval> {
    const begun = {
      accountId,
      submissionId,
      name,
      asked: { expected, mayBeUnchecked: null, asItIs: false, givenBy: givenByNobody },
      ...this.#place(),
      addedAt: new Date(this.#parts.now()).toISOString(),
      state: { kind: 'under-way' },
      savedPath: null,
    } as const;
    const added = await this.#store.add(begun, places);
    this.#kept.set(added.id, added);
    this.#begin(added);
    return added;
  }

  /** Errors: `retrieval-gone`, `identity-not-valid`. */
  async answer(id: number, answer: Answer): Promise<Result<null>> {
    const found = this.#kept.get(id);
    if (found === undefined || !mayHappen('go-on', found.state)) return gone;
    const keys = answer.kind === 'identity' ? secretKeysIn(answer.identity) : success([]);
    if (!keys.ok) return keys;
    if (answer.kind === 'passphrase' || answer.kind === 'identity') this.#keys.set(id, answer);
    const asked = {
      ...found.asked,
      ...(answer.kind === 'as-it-is' ? { asItIs: true } : {}),
      ...(answer.kind === 'unchecked' && found.state.kind === 'needs-yes' ? { mayBeUnchecked: found.state.why } : {}),
    };
    return this.#goOn({ ...found, asked });
  }

  /** Goes on with one that failed or was cancelled. Errors: `retrieval-gone`. */
  async retry(id: number): Promise<Result<null>> {
    const found = this.#kept.get(id);
    if (found === undefined || !mayHappen('go-on', found.state)) return gone;
    // The user may have chosen another folder since.
    return this.#goOn({ ...found, folder: this.#parts.downloads() });
  }

  /** What is being given its name already is saved all the same. */
  async cancel(id: number): Promise<void> {
    if (this.#kept.get(id)?.state.kind === 'placing') return;
    await this.#turns.stop(id);
    this.#live.delete(id);
    this.#keys.delete(id);
    const found = this.#kept.get(id);
    if (found === undefined || !mayHappen('cancel', found.state)) return;
    await this.#put('cancel', { ...withoutYes(found), state: { kind: 'cancelled' } });
    await this.#discard(found);
  }

  /** Takes one that is over off the list; what was saved stays. */
  async dismiss(id: number): Promise<void> {
    const found = this.#kept.get(id);
    if (found === undefined || !mayHappen('dismiss', found.state)) return;
    await this.#store.remove(id);
    this.#forget(id);
    await this.#discard(found);
  }

  /** Errors: `retrieval-gone`, `saved-gone`. */
  show(id: number): Result<null> {
    const path = this.#kept.get(id)?.savedPath ?? null;
    if (path === null) return gone;
    return this.#parts.showInFolder(path).ok ? success(null) : failure({ code: 'file-gone' });
  }

  /** The account is taken away, and its rows with it. */
  forgetAccount(accountId: string): void {
    for (const retrieval of [...this.#kept.values()]) {
      if (retrieval.accountId !== accountId) continue;
      const stopped = this.#turns.stop(retrieval.id);
      this.#forget(retrieval.id);
      void stopped.then(() => this.#discard(retrieval));
    }
  }

  /** What is under way goes on with the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#telling.close();
    await this.#turns.close();
  }

  #place(): Pick<StoredRetrieval, 'folder' | 'workFolder'> {
    return { folder: this.#parts.downloads(), workFolder: join(this.#parts.workFolder, randomUUID()) };
  }

  async #goOn(retrieval: StoredRetrieval): Promise<Result<null>> {
    const next: StoredRetrieval = { ...retrieval, state: { kind: 'under-way' } };
    await this.#put('go-on', next);
    this.#begin(next);
    return success(null);
  }

  #begin({ id, accountId }: StoredRetrieval): void {
    if (this.#isClosed) return;
    this.#live.set(id, { kind: 'waiting', why: 'turn', until: null, progress: null });
    this.#tell(id);
    this.#turns.begin(id, accountId, (signal) =>
      this.#run(id, signal).catch((error: unknown) => {
        this.#parts.events.emit('problem', { what: 'a download failed', detail: String(error) });
      }),
    );
  }

  async #run(id: number, signal: AbortSignal): Promise<void> {
    const key = this.#keys.get(id) ?? null;
    this.#keys.delete(id);
    await this.#clearing.get(id);
    const retrieval = this.#kept.get(id);
    if (retrieval === undefined || signal.aborted) return;
    const run = new RetrievalRun(this.#runParts, retrieval, this.#store.places(id), key, {
      signal,
      onState: (state) => {
        this.#live.set(id, state);
        this.#tell(id);
      },
      onName: (name) => this.#change(id, () => ({ name })),
      onGivenBy: (givenBy) => this.#change(id, ({ asked }) => ({ asked: { ...asked, givenBy } })),
      onPlacing: async (product, saving, path) => {
        const now = this.#kept.get(id);
        if (now === undefined || signal.aborted) throw new Error('It is no longer needed.');
        await this.#put('place', { ...now, savedPath: path, state: { kind: 'placing', product, saving } });
      },
    });
    const end = await run.run();
    this.#live.delete(id);
    if (!this.#isClosed) await this.#end(id, end);
  }

  async #end(id: number, end: RunEnd): Promise<void> {
    const now = this.#kept.get(id);
    if (now === undefined) return;
    switch (end.kind) {
      case 'saved':
        return this.#put('save', { ...now, state: end.state, savedPath: end.path });
      case 'needs-key':
        return this.#put('ask-key', { ...now, state: end });
      case 'needs-yes':
        return this.#put('ask-yes', { ...now, state: end });
      case 'failed':
        return this.#put('fail', { ...withoutYes(now), savedPath: null, state: end });
      case 'cancelled':
        return;
    }
  }

  /** On disk before it is told. What the disk does not take is shown all the same, and is as it was after a restart. */
  async #put(event: RetrievalEvent, next: StoredRetrieval): Promise<void> {
    const now = this.#kept.get(next.id);
    if (now === undefined || !mayHappen(event, now.state)) return;
    this.#kept.set(next.id, next);
    await this.#store.put(next).catch((error: unknown) => {
      if (event === 'place') throw error;
      this.#parts.events.emit('problem', {
        what: 'a download could not be recorded',
        detail: String(error),
      });
    });
    this.#tell(next.id);
  }

  #change(id: number, change: (now: StoredRetrieval) => Partial<Pick<StoredRetrieval, 'name' | 'asked'>>): void {
    const now = this.#kept.get(id);
    if (now === undefined) return;
    const next = { ...now, ...change(now) };
    this.#kept.set(id, next);
    void this.#store.put(next).catch(() => undefined);
    this.#tell(id);
  }

  #shown(retrieval: StoredRetrieval): Retrieval {
    return toWindow(retrieval, this.#live.get(retrieval.id) ?? null);
  }

  #tell(id: number): void {
    const now = this.#kept.get(id);
    if (now !== undefined) this.#telling.tell(this.#shown(now));
  }

  #forget(id: number): void {
    this.#kept.delete(id);
    this.#live.delete(id);
    this.#keys.delete(id);
    this.#telling.forget(id);
    this.#parts.events.emit('retrieval.dismissed', { id });
  }

  /** Clears its work folder away. Nothing is put into it meanwhile. */
  async #discard({ id, workFolder, submissionId }: StoredRetrieval): Promise<void> {
    if (this.#isClosed) return;
    const cleared = discardFolder(this.#parts.assemblyScript, workFolder, submissionId).catch((error: unknown) => {
      this.#parts.events.emit('problem', { what: 'a work folder could not be deleted', detail: String(error) });
    });
    this.#clearing.set(id, cleared);
    await cleared;
    this.#clearing.delete(id);
  }
}

/** How far something is, is told so often; another state at once. */
const EVERY_MS = 200;

/** Tells the window of retrievals: what changes all the time now and then, and always what it is in the end. */
class Telling {
  readonly #tellNow: (retrieval: Retrieval) => void;
  readonly #told = new Map<number, { readonly kind: string; readonly at: number }>();
  readonly #later = new Map<number, { readonly timer: NodeJS.Timeout; latest: Retrieval }>();

  constructor(tellNow: (retrieval: Retrieval) => void) {
    this.#tellNow = tellNow;
  }

  tell(retrieval: Retrieval): void {
    const { id, state } = retrieval;
    const told = this.#told.get(id);
    const later = this.#later.get(id);
    const left = told === undefined || told.kind !== kindOf(state) ? 0 : told.at + EVERY_MS - performance.now();
    if (left <= 0) {
      this.#tellAtOnce(retrieval);
    } else if (later !== undefined) {
      later.latest = retrieval;
    } else {
      const timer = setTimeout(() => this.#tellAtOnce(this.#later.get(id)?.latest ?? retrieval), left);
      this.#later.set(id, { timer, latest: retrieval });
    }
  }

  forget(id: number): void {
    clearTimeout(this.#later.get(id)?.timer);
    this.#later.delete(id);
    this.#told.delete(id);
  }

  close(): void {
    for (const id of [...this.#later.keys()]) this.forget(id);
  }

  #tellAtOnce(retrieval: Retrieval): void {
    const { id, state } = retrieval;
    clearTimeout(this.#later.get(id)?.timer);
    this.#later.delete(id);
    this.#told.set(id, { kind: kindOf(state), at: performance.now() });
    this.#tellNow(retrieval);
  }
}

/** Also what it waits for: that is another thing to know. */
function kindOf(state: RetrievalState): string {
  return state.kind === 'waiting' ? state.why : state.kind;
}

/** Of one account: each may wait without end for the same service, and keeps nothing of another one's waiting. */
const AT_ONCE = 3;
/** Of all: each has a thread of its own, and some parts on their way, of up to 64 MiB. */
const MOST_AT_ONCE = 9;

type Turn = { readonly abort: AbortController; ended: Promise<void> };

export class Turns {
  readonly #all = pLimit(MOST_AT_ONCE);
  readonly #ofAccounts = new Map<string, LimitFunction>();
  readonly #turns = new Map<number, Turn>();

  /** `work` never rejects. What the last turn of the same one has begun comes to its end before. */
  begin(id: number, accountId: string, work: (signal: AbortSignal) => Promise<void>): void {
    const turn: Turn = { abort: new AbortController(), ended: this.#turns.get(id)?.ended ?? Promise.resolve() };
    this.#turns.set(id, turn);
    const ofAccount = this.#ofAccounts.get(accountId) ?? pLimit(AT_ONCE);
    this.#ofAccounts.set(accountId, ofAccount);
    const inTurn = async (): Promise<void> => {
      const { signal } = turn.abort;
      if (!signal.aborted) turn.ended = turn.ended.then(() => work(signal));
      await turn.ended;
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    };
    void ofAccount(() => this.#all(inTurn));
  }

  /** Resolves once nothing is done for it any more: at once, where its turn has not come. */
  async stop(id: number): Promise<void> {
    const turn = this.#turns.get(id);
    turn?.abort.abort();
    await turn?.ended;
  }

  async close(): Promise<void> {
    for (const limit of [...this.#ofAccounts.values(), this.#all]) limit.clearQueue();
    await Promise.all([...this.#turns.keys()].map((id) => this.stop(id)));
  }
}

export type RetrievalHandlerParts = { readonly retrievals: Retrievals };

export function retrievalHandlers({ retrievals }: RetrievalHandlerParts): Handlers<'retrieval'> {
  return {
    'retrieval.list': () => success(retrievals.list()),
    'retrieval.start': ({ from }) => retrievals.start(from),
    'retrieval.answer': ({ id, answer }) => retrievals.answer(id, answer),
    'retrieval.cancel': ({ id }) => retrievals.cancel(id),
    'retrieval.retry': ({ id }) => retrievals.retry(id),
    'retrieval.dismiss': ({ id }) => retrievals.dismiss(id),
    'retrieval.show': ({ id }) => retrievals.show(id),
  };
}
