import { Worker } from 'node:worker_threads';
import { type Remote, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { Assembly } from './assembly.ts';

/** Megabytes: a manifest of a million parts takes a gigabyte. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 8 };

/** The thread could not do what it was asked to: the disk did not let it, or it died. */
export class AssemblyProblem extends Error {
  override readonly name = 'AssemblyProblem';
  readonly failure: Failure;

  constructor(reason: Failure) {
    super(reason.detail ?? reason.code);
    this.failure = reason;
  }
}

/** The thread in which one retrieval is put together. */
export class AssemblyThread {
  readonly #worker: Worker;
  readonly #assembly: Remote<Assembly>;
  readonly #died = Promise.withResolvers<never>();

  /** `script`: the built `assembly-worker`; `folder`: the hidden one that it works in. */
  constructor(script: URL, folder: string, submissionId: string) {
    this.#worker = new Worker(script, { workerData: { folder, submissionId }, resourceLimits });
    this.#worker.unref();
    this.#assembly = wrap<Assembly>(nodeEndpoint(this.#worker));
    this.#died.promise.catch(() => undefined);
    this.#worker.on('error', (error) => this.#died.reject(error));
    this.#worker.on('exit', (code) => this.#died.reject(new Error(`The thread ended with ${code}.`)));
  }

  /** Rejects with `AssemblyProblem` alone. */
  async ask<Value>(use: (assembly: Remote<Assembly>) => Promise<Value>): Promise<Value> {
    try {
      return await Promise.race([use(this.#assembly), this.#died.promise]);
    } catch (error) {
      throw new AssemblyProblem(failureOf(error));
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Clears a work folder away, with all that is in it. */
export async function discardFolder(script: URL, folder: string, submissionId: string): Promise<void> {
  const thread = new AssemblyThread(script, folder, submissionId);
  try {
    await thread.ask((assembly) => assembly.discard());
  } finally {
    await thread.close();
  }
}

const codes: ReadonlyMap<string, 'no-room-in-downloads' | 'no-downloads-folder'> = new Map([
  ['ENOSPC', 'no-room-in-downloads'],
  ['EDQUOT', 'no-room-in-downloads'],
  ['EFBIG', 'no-room-in-downloads'],
  ['ENOENT', 'no-downloads-folder'],
  ['ENOTDIR', 'no-downloads-folder'],
  ['EROFS', 'no-downloads-folder'],
  ['EACCES', 'no-downloads-folder'],
  ['EPERM', 'no-downloads-folder'],
]);

/** What the disk said: threads hand on an error's text, in which the code stands first. */
function failureOf(error: unknown): Failure {
  const detail = error instanceof Error ? error.message : String(error);
  const code = /^([A-Z0-9_]+):/.exec(detail)?.[1] ?? '';
  return { code: codes.get(code) ?? 'retrieval-not-written', detail };
}
