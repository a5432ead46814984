import { Worker } from 'node:worker_threads';

export type DigestRequest =
  | { readonly kind: 'digest'; readonly id: number; readonly path: string }
  | { readonly kind: 'cancel'; readonly id: number };

export type Digested = {
  readonly kind: 'digested';
  readonly id: number;
  /** Keccak-256, lower-case hex with `0x`. */
  readonly keccak256: string;
  readonly size: number;
  readonly mtimeNs: string;
  /** Somebody wrote to the file while it was read: the digest belongs to nothing. */
  readonly changedMeanwhile: boolean;
};

export type DigestAnswer =
  | Digested
  | { readonly kind: 'progress'; readonly id: number; readonly done: number }
  | { readonly kind: 'unreadable'; readonly id: number; readonly code: string; readonly detail: string }
  | { readonly kind: 'cancelled'; readonly id: number };

export type DigestEnd = Exclude<DigestAnswer, { kind: 'progress' }>;

export type Digests = {
  /** Reads the file once, off the main thread. Never rejects: trouble is in the answer. */
  readonly digest: (path: string, onProgress: (bytes: number) => void, signal: AbortSignal) => Promise<DigestEnd>;
  readonly close: () => Promise<void>;
};

type Waiting = { readonly onProgress: (bytes: number) => void; readonly resolve: (end: DigestEnd) => void };

/** Starts the worker thread that reads files for their digests. `script` is the built `digest-worker`. */
export function startDigests(script: URL): Digests {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let worker = start();

  function start(): Worker {
    const started = new Worker(script);
    started.unref();
    started.on('message', (answer: DigestAnswer) => {
      const request = waiting.get(answer.id);
      if (answer.kind === 'progress') request?.onProgress(answer.done);
      else {
        waiting.delete(answer.id);
        request?.resolve(answer);
      }
    });
    started.on('error', (error) => {
      const lost = [...waiting];
      waiting.clear();
      worker = start();
      for (const [id, request] of lost)
        request.resolve({ kind: 'unreadable', id, code: 'WORKER', detail: String(error) });
    });
    return started;
  }

  return {
    digest: (path, onProgress, signal) =>
      new Promise((resolve) => {
        lastId += 1;
        const id = lastId;
        const cancel = (): void => worker.postMessage({ kind: 'cancel', id } satisfies DigestRequest);
        signal.addEventListener('abort', cancel, { once: true });
        waiting.set(id, {
          onProgress,
          resolve: (end) => {
            signal.removeEventListener('abort', cancel);
            resolve(end);
          },
        });
        worker.postMessage({ kind: 'digest', id, path } satisfies DigestRequest);
        if (signal.aborted) cancel();
      }),
    close: async () => {
      await worker.terminate();
    },
  };
}
