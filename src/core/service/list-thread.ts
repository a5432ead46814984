import { type TransferListItem, Worker } from 'node:worker_threads';
import type { TokenName, TokenRecord } from '../../shared/records.ts';
import { type BodyReceiver, GatheredBytes, heldBytes } from './answer.ts';

export type ListEntries = {
  readonly tokens: TokenRecord;
  /** No list on the wire, but one object with a member for each. */
  readonly names: TokenName;
};

/** What the thread is told: a list of this kind begins, its bytes, its end; and that the next portion may come. */
export type ListMessage =
  | { readonly kind: 'begins'; readonly list: keyof ListEntries }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'ended' | 'more' };

/** `entries`: null when the list is unreadable. */
export type ListReport = {
  readonly entries: readonly unknown[] | null;
  readonly isLast: boolean;
};

/** How the reading of a list ended. `died`: its thread did, of this list. */
export type ListEnd<Entry> =
  | { readonly kind: 'read'; readonly entries: Entry[] }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'died'; readonly detail: string };

/** Megabytes. The largest list that is read comes to half of this. */
const limits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 };

let script = new URL('./list-worker.ts', import.meta.url);

/** Says where the built worker lies. Until then it runs from its source. */
export function readListsIn(worker: URL): void {
  script = worker;
}

/**
 * Reads one list away from the main thread, in a thread that is there for this list alone: what makes it die stops
 * nothing else. Of a list that is not even `heldBytes` long no thread is made; its bytes are the answer's own.
 */
export class ListThread<Kind extends keyof ListEntries> {
  readonly #list: Kind;
  #worker: Worker | null = null;
  #held = new GatheredBytes();
  #end: PromiseWithResolvers<ListEnd<ListEntries[Kind]>> = Promise.withResolvers();
  readonly #entries: ListEntries[Kind][] = [];

  constructor(list: Kind) {
    this.#list = list;
  }

  readonly receiver: BodyReceiver = {
    begin: () => {
      this.close();
      this.#held = new GatheredBytes();
      this.#end = Promise.withResolvers();
    },
    take: (piece) => {
      this.#held.push(piece);
      if (this.#held.length > heldBytes) this.#postHeld();
    },
  };

  /** What became of the list, once all its bytes were taken. */
  read(): Promise<ListEnd<ListEntries[Kind]>> {
    this.#postHeld();
    this.#post({ kind: 'ended' });
    return this.#end.promise;
  }

  /** Nobody waits for the list any more. */
  close(): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
  }

  /** Many small pieces go together: each message costs far more than its bytes. */
  #postHeld(): void {
    const bytes = this.#held.whole();
    this.#held = new GatheredBytes();
    this.#post({ kind: 'bytes', bytes }, [bytes.buffer]);
  }

  #post(message: ListMessage, transfer: readonly TransferListItem[] = []): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message, transfer);
  }

  #start(): Worker {
    const worker = new Worker(script, { resourceLimits: limits });
    const end = this.#end;
    worker.unref();
    worker.on('message', ({ entries, isLast }: ListReport) => {
      if (entries === null) end.resolve({ kind: 'unreadable' });
      // The thread sends what the reader of this kind of list has made.
      else this.#entries.push(...(entries as ListEntries[Kind][]));
      if (isLast) end.resolve({ kind: 'read', entries: this.#entries });
      // In a turn of its own, so that what waits meanwhile is done in between.
      else setImmediate(() => worker.postMessage({ kind: 'more' } satisfies ListMessage));
    });
    worker.on('error', (error) => end.resolve({ kind: 'died', detail: String(error) }));
    worker.on('exit', (code) => end.resolve({ kind: 'died', detail: `It ended with ${code}.` }));
    worker.postMessage({ kind: 'begins', list: this.#list } satisfies ListMessage);
    return worker;
  }
}
