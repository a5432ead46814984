import type { Failure } from '../../shared/failures/failure.ts';
import { savingProblemOf } from '../files/index.ts';
import { type Remote, Thread } from '../threads.ts';
import type { Assembly } from './assembly.ts';

/** Megabytes: a manifest of a million parts takes a gigabyte. */
const limits = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 8 };

/** A task of the thread failed: a disk error, or the thread died. */
export class AssemblyProblem extends Error {
  override readonly name = 'AssemblyProblem';
  readonly failure: Failure;

  constructor(reason: Failure) {
    super(reason.detail ?? reason.code);
    this.failure = reason;
  }
}

export class AssemblyThread {
  readonly #thread: Thread<Assembly>;

  /** `script`: the built `assembly-worker`; `folder`: its work folder, inside the app's data. */
  constructor(script: URL, folder: string) {
    this.#thread = new Thread(script, { data: folder, limits });
  }

  /** Rejects only with `AssemblyProblem`. `where`: the folder that it writes to. */
  async ask<Value>(
    use: (assembly: Remote<Assembly>) => Promise<Value>,
    where: 'own' | 'downloads' = 'own',
  ): Promise<Value> {
    try {
      return await this.#thread.ask<Promise<Value>>(use);
    } catch (error) {
      throw new AssemblyProblem(failureOf(error, where));
    }
  }

  async close(): Promise<void> {
    await this.#thread.end();
  }
}

/** The failure for a disk error. `where`: the folder of the failed write. */
export function failureOf(error: unknown, where: 'own' | 'downloads'): Failure {
  const detail = error instanceof Error ? error.message : String(error);
  const problem = savingProblemOf(error);
  if (problem === 'full') return { code: where === 'own' ? 'no-room-for-download' : 'no-room-in-downloads', detail };
  if (where === 'own' || problem === 'other') return { code: 'retrieval-not-written', detail };
  return problem === 'own'
    ? { code: 'folder-not-usable', values: { why: 'own' }, detail }
    : { code: 'no-downloads-folder', detail };
}
