import type { Digests } from '../../digests/index.ts';
import type { EncryptedSource } from '../content/encrypted-source.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { SubmissionCache } from '../journal/submission-cache.ts';
import type { Parts } from '../parts/parts.ts';

const never = new AbortController().signal;

/**
 * Makes the Keccak-256 of a submission from its file only when a record needs it. It takes longer than all other digests
 * together, and only old records have it.
 */
export class LateKeccak {
  readonly #cache: SubmissionCache;
  readonly #digests: Digests;
  readonly #encryptedSource: EncryptedSource;
  readonly #parts: Parts;
  /** Each content is read once in a run. */
  readonly #read = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(cache: SubmissionCache, digests: Digests, encryptedSource: EncryptedSource, parts: Parts) {
    this.#cache = cache;
    this.#digests = digests;
    this.#encryptedSource = encryptedSource;
    this.#parts = parts;
  }

  /** The submission with its Keccak-256, or as it is if its bytes are gone. Never rejects. */
  of(submission: StoredSubmission): Promise<StoredSubmission> {
    const { id, blake2b256, keccak256, partSize } = submission;
    const key = `${id} ${blake2b256}`;
    // A file in parts has no record as a whole.
    if (keccak256 !== null || blake2b256 === null || partSize !== null || this.#read.has(key)) {
      return Promise.resolve(submission);
    }
    this.#read.add(key);
    // One at a time, because the bytes of a part are in memory.
    const made = this.#last.then(() => this.#make(submission)).catch(() => submission);
    this.#last = made;
    return made;
  }

  async #make(submission: StoredSubmission): Promise<StoredSubmission> {
    const digests = await this.#digestsOf(submission);
    if (digests === null || digests.blake2b256 !== submission.blake2b256) return submission;
    const changed = this.#cache.patch(submission.id, { keccak256: digests.keccak256 });
    if (changed === null) return submission;
    await this.#cache.save(changed);
    return changed;
  }

  async #digestsOf(submission: StoredSubmission) {
    if (submission.partOf === null) {
      const { path } = this.#encryptedSource.sentFrom(submission);
      const end = await this.#digests.digest(path, 'no-follow', () => undefined, never);
      return end.kind === 'digested' ? end : null;
    }
    const part = await this.#parts.read(submission, never);
    if (part.kind !== 'read') return null;
    const end = await this.#digests.ofBytes(part.bytes, never);
    return end.kind === 'digested' ? end : null;
  }
}
