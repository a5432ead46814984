import { isDeepStrictEqual } from 'node:util';
import type {
  RetrievalPlace,
  RetrievalSource,
  RetrievalState,
  SavedSource,
  UnprovenReason,
} from '../../shared/bridge/retrieval.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { DecryptWith, Encryption } from '../encryption/index.ts';
import type { Product } from './assembly.ts';
import type { AssemblyThread } from './assembly-thread.ts';
import type { AskHooks, Bytes, Wanted } from './bytes.ts';
import type { GivenBy, SavedState, StoredRetrieval } from './retrieval-store.ts';

export type RunParts = {
  readonly bytes: Bytes;
  readonly hasNode: (accountId: string) => boolean;
  readonly encryption: Pick<Encryption, 'decrypt' | 'open'>;
  /** What is kept and may open what was encrypted: the account's own first. */
  readonly keptKeys: (accountId: string) => AsyncIterable<DecryptWith>;
  /** The built `assembly-worker`. */
  readonly assemblyScript: URL;
  /** Throws if nothing may be saved in a folder. */
  readonly refuseFolder: (folder: string) => void;
  /** Where something of this name can be saved in the folder without writing over anything; `user`: who submitted it. */
  readonly freePath: (
    folder: string,
    name: string,
    nameOf: 'user' | 'others',
  ) => { readonly path: string; readonly isRenamed: boolean };
  readonly now: () => number;
};

/** Where a receipt says that submissions are on the network, by their ids. */
export type Places = ReadonlyMap<string, RetrievalPlace>;

export type RunHooks = {
  readonly signal: AbortSignal;
  readonly onState: (state: RetrievalState) => void;
  readonly onName: (name: string) => void;
  /** Of all that came so far. */
  readonly onGivenBy: (givenBy: GivenBy) => void;
  /** To be on disk before the final name is given. */
  readonly onPlacing: (product: Product, saving: SavedState, path: string) => Promise<void>;
};

export type RunEnd =
  | { readonly kind: 'saved'; readonly state: SavedState; readonly path: string }
  | { readonly kind: 'needs-key'; readonly mayKeep: boolean; readonly wasWrong: boolean }
  | { readonly kind: 'needs-yes'; readonly size: number; readonly why: UnprovenReason }
  | { readonly kind: 'failed'; readonly reason: Failure }
  | { readonly kind: 'cancelled' };

/** Ends a run from wherever it is. */
export class Ended extends Error {
  readonly end: RunEnd;

  constructor(end: RunEnd) {
    super(end.kind);
    this.end = end;
  }
}

function together(one: SavedSource | null, other: SavedSource | null): SavedSource | null {
  if (one === null || other === null) return one ?? other;
  return one === other ? one : 'both';
}

/** What all steps of one run share: what it is about, who works for it, who hears of it, and what is known so far. */
export class RunContext {
  readonly parts: RunParts;
  readonly retrieval: StoredRetrieval;
  readonly thread: AssemblyThread;
  readonly hooks: RunHooks;
  readonly #places: Places;
  /** Who gives what comes at the moment. */
  source: RetrievalSource = 'service';
  #givenBy: GivenBy;
  #name: string | null;

  constructor(
    parts: RunParts,
    { retrieval, places }: { readonly retrieval: StoredRetrieval; readonly places: Places },
    thread: AssemblyThread,
    hooks: RunHooks,
  ) {
    this.parts = parts;
    this.retrieval = retrieval;
    this.#places = places;
    this.thread = thread;
    this.hooks = hooks;
    this.#name = retrieval.name;
    this.#givenBy = retrieval.asked.givenBy;
  }

  /** Who gave what is there, in earlier runs as well. */
  get givenBy(): Pick<SavedState, 'source' | 'serviceGaveOther'> {
    const { submission, parts, serviceGaveOther } = this.#givenBy;
    return { source: together(submission, parts) ?? 'service', serviceGaveOther };
  }

  /** Something came, and was taken. */
  gave(what: 'submission' | 'parts', source: RetrievalSource): void {
    this.source = source;
    this.#setGivenBy({ [what]: together(this.#givenBy[what], source) });
  }

  /** Of the submission, which came from the network. */
  serviceGaveOther(): void {
    this.#setGivenBy({ serviceGaveOther: true });
  }

  /** Nothing of it is there: whoever gave it before. */
  hasNone(what: 'submission' | 'parts'): void {
    this.#setGivenBy(what === 'parts' ? { parts: null } : { submission: null, serviceGaveOther: false });
  }

  #setGivenBy(changed: Partial<GivenBy>): void {
    const next = { ...this.#givenBy, ...changed };
    if (isDeepStrictEqual(next, this.#givenBy)) return;
    this.#givenBy = next;
    this.hooks.onGivenBy(next);
  }

  get name(): string | null {
    return this.#name;
  }

  get hasNode(): boolean {
    return this.parts.hasNode(this.retrieval.accountId);
  }

  /** One of the submissions that it is made of; that which was asked for unless said. */
  wanted(submissionId = this.retrieval.submissionId): Wanted {
    return { accountId: this.retrieval.accountId, submissionId, place: this.#places.get(submissionId) ?? null };
  }

  /** The name that was found, where none was known. */
  nameFound(name: string | null): void {
    if (name === null || this.#name !== null) return;
    this.#name = name;
    this.hooks.onName(name);
  }

  failed(reason: Failure): Ended {
    return new Ended({ kind: 'failed', reason });
  }

  differs(what: 'submission' | 'whole', from: RetrievalSource = this.source): Ended {
    const network = this.hasNode ? 'asked' : 'not-set';
    const values = { what, name: this.#name, part: null, parts: null, from, network } as const;
    return this.failed({ code: 'bytes-differ', values });
  }

  keptKeys(): AsyncIterable<DecryptWith> {
    return this.parts.keptKeys(this.retrieval.accountId);
  }

  askHooks(): AskHooks {
    const { signal, onState } = this.hooks;
    return {
      signal,
      onWaiting: (wait) => {
        if (wait !== null) onState({ kind: 'waiting', ...wait, progress: null });
      },
    };
  }
}
