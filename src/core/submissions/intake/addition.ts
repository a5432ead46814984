import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import type { AskedBefore } from '../cost/ask-first.ts';
import type { Load } from '../cost/cost-history.ts';
import type { Found } from './found-file.ts';

type AdditionParts = {
  readonly asked: AskedBefore;
  /** What a file takes: one that is larger than the service takes at once, several submissions. */
  readonly loadOf: (file: Found) => Load;
  /** Whether so much is enough to ask the person first. */
  readonly isEnough: (load: Load) => boolean;
  /** Journals rows, and shows them. */
  readonly write: (found: readonly Found[]) => Promise<void>;
};

/** Rows in one transaction. */
const WRITTEN_AT_ONCE = 2_000;

/**
 * What is added by one drop. Nothing of it is written before it is known whether the person is asked about it: then all of
 * it is held from its first row, so that whatever happens meanwhile, nothing of it goes before they have said yes.
 */
export class Addition {
  readonly #parts: AdditionParts;
  #asked: AskedBefore;
  #kept: Found[] = [];
  #load: Load = { files: 0, bytes: 0n };

  constructor(parts: AdditionParts) {
    this.#parts = parts;
    this.#asked = parts.asked;
  }

  async take(found: readonly Found[]): Promise<void> {
    if (this.#asked !== 'look') return this.#write(found);
    for (const file of found) {
      this.#kept.push(file);
      if (file.state.kind !== 'waiting') continue;
      const { files, bytes } = this.#parts.loadOf(file);
      this.#load = { files: this.#load.files + files, bytes: this.#load.bytes + bytes };
    }
    if (!this.#parts.isEnough(this.#load)) return;
    this.#asked = 'always';
    await this.#writeKept();
  }

  /** That was all of it. */
  async end(): Promise<void> {
    await this.#writeKept();
  }

  async #writeKept(): Promise<void> {
    const kept = this.#kept;
    this.#kept = [];
    for (let start = 0; start < kept.length; start += WRITTEN_AT_ONCE) {
      await this.#write(kept.slice(start, start + WRITTEN_AT_ONCE));
    }
  }

  #write(found: readonly Found[]): Promise<void> {
    const state = (given: SubmissionState): SubmissionState => {
      const isHeld = this.#asked === 'always' && given.kind === 'waiting';
      return isHeld ? { kind: 'paused', why: { kind: 'unapproved' } } : given;
    };
    return this.#parts.write(found.map((file) => ({ ...file, state: state(file.state) })));
  }
}
