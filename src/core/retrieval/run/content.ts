import { transfer } from 'comlink';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import { type Failure, failure, type Result, success } from '../../../shared/failures/failure.ts';
import { doesNotFit } from '../../encryption/index.ts';
import type { Product } from '../assembly/assembly.ts';
import { AssemblyProblem } from '../assembly/assembly-thread.ts';
import type { FetchedSubmission } from '../assembly/fetched-submission.ts';
import type { ContentsSummary, ManifestSummary } from '../assembly/manifest-summary.ts';
import { type Expectation, isOwnProof, type Standing, standingOfContent } from '../expectation.ts';
import type { SavedState } from '../journal/retrieval-row.ts';
import { fetchParts } from './parts-fetching.ts';
import { Ended, type RunContext } from './run-context.ts';

export type Key = Extract<CallInputs['retrieval.answer']['answer'], { kind: 'passphrase' | 'identity' }>;

/**
 * A submission that is there, and how it stands to what is expected. `manifest`: what it is to be followed to, if it is one;
 * `unreadable`: it looks like one and cannot be read, which may be the service's doing.
 */
export type KeptSubmission = {
  readonly submission: FetchedSubmission;
  readonly standing: Standing;
  readonly manifest: ManifestSummary | null;
  readonly unreadable?: Failure;
};

/** What was put together and proven as far as it can be. */
export type Ready = Pick<SavedState, 'files' | 'size' | 'wasEncrypted' | 'renamed'> & {
  readonly product: Product;
  readonly name: string | null;
  readonly standing: Standing;
};

const AGE_ENDING = /\.age$/i;

/** What is known of the file itself decides, where anything is; else the submission, where something is known of that. */
function contentStanding({ isVouched, sent }: Expectation, submission: Standing, content: Standing): Standing {
  if (content === 'unknown') return submission;
  // The submission is the file; or what went out in its place, and then both are to be as they are known.
  if (isOwnProof(submission)) return sent !== null && content === 'other' ? content : submission;
  return isOwnProof(content) || !isVouched || submission === 'unknown' ? content : submission;
}

/** Makes of a submission what the person wants: itself, what its manifest is about, what is encrypted in it. */
export class Content {
  readonly #context: RunContext;
  /** What the person typed, or what was found among the kept ones to fit. */
  #key: Key | null;

  constructor(context: RunContext, typed: Key | null) {
    this.#context = context;
    this.#key = typed;
  }

  async make(expected: Expectation, { submission, standing, manifest }: KeptSubmission): Promise<Ready> {
    const { size, looks } = submission;
    if (manifest !== null) return this.#fromManifest(expected, standing, manifest);
    const whole = { files: null, renamed: 0, standing } as const;
    const asItIs = { ...whole, product: 'submission', name: null, size, wasEncrypted: false } as const;
    if (looks !== 'age' || this.#context.retrieval.asked.asItIs) return asItIs;
    const plain = await this.#decrypt('submission', size, true);
    const content = standingOfContent(expected, plain.sha256);
    const name = this.#context.name?.replace(AGE_ENDING, '') ?? null;
    const stands = contentStanding(expected, standing, content);
    return { ...whole, standing: stands, product: 'decrypted', name, size: plain.size, wasEncrypted: true };
  }

  /** Follows manifests down to what they are about. */
  async #fromManifest(expected: Expectation, standing: Standing, first: ManifestSummary): Promise<Ready> {
    let summary = first;
    for (;;) {
      this.#context.nameFound(summary.name);
      const contents = summary.sealedContents === null ? null : await this.#openContents(summary.sealedContents);
      const problem = await this.#fetchParts(expected, summary, summary === first);
      if (this.#context.hooks.signal.aborted) throw new Ended({ kind: 'cancelled' });
      if (problem !== null) throw this.#context.failed(problem);
      if (contents !== null) return this.#fromContents(expected, standing, summary, contents);
      if (summary.kind !== 'manifest') {
        const { files, size, renamed, name } = summary;
        const stands = contentStanding(expected, standing, standingOfContent(expected, summary.sha256));
        return { product: 'content', files, size, renamed, name, standing: stands, wasEncrypted: false };
      }
      const next = await this.#context.thread.ask(async (assembly) => await assembly.readManifest());
      if (!next.ok) throw this.#context.failed(next.error);
      summary = next.value;
    }
  }

  async #fromContents(
    expected: Expectation,
    standing: Standing,
    stream: ManifestSummary,
    contents: ContentsSummary,
  ): Promise<Ready> {
    await this.#decrypt('encrypted', stream.size, false);
    for (;;) {
      const step = await this.#context.thread.ask(async (assembly) => await assembly.checkDecrypted());
      if (step === 'differs') throw this.#context.failed({ code: 'decrypted-differs' });
      if (step === 'proven') break;
      this.#context.hooks.onState({ kind: 'checking', step: 'digests', done: step, total: contents.size });
    }
    const byPlain = standingOfContent(expected, contents.sha256);
    // A receipt is of what was encrypted; of a folder there is no digest of its bytes.
    const isOfPlain = isOwnProof(byPlain) || (expected.by === 'receipt' && expected.sent !== null);
    const content = isOfPlain ? byPlain : standingOfContent(expected, stream.sha256);
    const { files, size, renamed, name } = contents;
    const stands = contentStanding(expected, standing, content);
    return { product: 'content', files, size, renamed, name, standing: stands, wasEncrypted: true };
  }

  /** The key is tried on the small text first: nothing is fetched for one that does not fit. */
  async #openContents(sealed: Uint8Array): Promise<ContentsSummary> {
    const opened = await this.#withKey(false, (key) => this.#context.parts.encryption.open(sealed, key));
    const bytes = new Uint8Array(opened);
    const contents = await this.#context.thread.ask(
      async (assembly) => await assembly.readContents(transfer(bytes, [bytes.buffer])),
    );
    if (!contents.ok) throw this.#context.failed(contents.error);
    this.#context.nameFound(contents.value.name);
    return contents.value;
  }

  #decrypt(from: 'submission' | 'encrypted', total: number, mayKeep: boolean) {
    const tell = (done: number): void =>
      this.#context.hooks.onState({ kind: 'checking', step: 'decrypting', done, total });
    tell(0);
    return this.#withKey(mayKeep, async (decryptWith) => {
      const places = await this.#context.thread.ask((assembly) => assembly.beginDecrypting(from));
      const { signal } = this.#context.hooks;
      const end = await this.#context.parts.encryption.decrypt({ ...places, decryptWith, onProgress: tell, signal });
      switch (end.kind) {
        case 'decrypted':
          return success(end.plain);
        case 'cancelled':
          throw new Ended({ kind: 'cancelled' });
        case 'failed':
          return failure(end.failure);
        case 'unreadable':
          throw new AssemblyProblem({ code: 'retrieval-not-written', detail: `${end.code}: ${end.detail}` });
      }
    });
  }

  /** Opens it with what was typed or, where nothing was, with the first of the kept keys that fits; else the person is asked. */
  async #withKey<Value>(mayKeep: boolean, open: (key: Key) => Promise<Result<Value>>): Promise<Value> {
    const typed = this.#key;
    for await (const key of typed === null ? this.#context.keptKeys() : [typed]) {
      const opened = await open(key);
      if (opened.ok) {
        this.#key = key;
        return opened.value;
      }
      if (!doesNotFit(opened.error)) throw this.#context.failed(opened.error);
      if (this.#context.hooks.signal.aborted) throw new Ended({ kind: 'cancelled' });
    }
    throw new Ended({ kind: 'needs-key', mayKeep, wasWrong: typed !== null });
  }

  #fetchParts(expected: Expectation, summary: ManifestSummary, isFirst: boolean): Promise<Failure | null> {
    return fetchParts(
      {
        thread: this.#context.thread,
        bytes: this.#context.parts.bytes,
        wanted: (submissionId) => this.#context.wanted(submissionId),
        hasNode: this.#context.hasNode,
        isProven: summary.kind !== 'manifest' && isOwnProof(standingOfContent(expected, summary.sha256)),
        // Of a manifest that is in parts itself, those are there.
        onAnew: () => isFirst && this.#context.hasNone('parts'),
        onGiven: (source) => this.#context.gave('parts', source),
        onProgress: (source, progress) => {
          this.#context.source = source;
          this.#context.hooks.onState({ kind: 'fetching', source, ...progress });
        },
        onWaiting: (wait, progress) =>
          this.#context.hooks.onState(
            wait === null
              ? { kind: 'fetching', source: this.#context.source, ...progress }
              : { kind: 'waiting', ...wait, progress },
          ),
      },
      summary,
      this.#context.name,
      this.#context.hooks.signal,
    );
  }
}
