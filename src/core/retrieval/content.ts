import { transfer } from 'comlink';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import type { RetrievalProgress, RetrievalSource, RetrievalWait } from '../../shared/bridge/retrieval.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { doesNotFit } from '../encryption/index.ts';
import type { ContentsSummary, FetchedSubmission, ManifestSummary, Product } from './assembly.ts';
import { AssemblyProblem, type AssemblyThread } from './assembly-thread.ts';
import type { Bytes, Given, Wanted } from './bytes.ts';
import { PartMemory } from './bytes.ts';
import type { SavedState } from './retrieval-store.ts';
import { Ended, type RunContext } from './run-context.ts';
import { type Expectation, isOwnProof, type Standing, standingOfContent } from './wanted.ts';

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

/** So many parts are on their way at once: each may take a mebibyte of memory. */
const PARTS_AT_ONCE = 4;
/** Bytes: 64 times what a transaction of the network holds. Of what is larger nothing can be proven here. */
const MOST_HELD = 64 * 1024 * 1024;

type PartsParts = {
  readonly thread: AssemblyThread;
  readonly bytes: Bytes;
  readonly wanted: (submissionId: string) => Wanted;
  readonly hasNode: boolean;
  /** The whole is held against digests that the service has no say in. */
  readonly isProven: boolean;
  /** Nothing is there that an earlier run has left. */
  readonly onAnew: () => void;
  /** A part has come, and is proven. */
  readonly onGiven: (source: RetrievalSource) => void;
  readonly onProgress: (source: RetrievalSource, progress: RetrievalProgress) => void;
  readonly onWaiting: (wait: RetrievalWait | null, progress: RetrievalProgress) => void;
};

/**
 * Fetches what a manifest is made of, some parts at a time, each proven before it is written. `name`: what is told where
 * one is other than it should be. Answers why it could not; null where all are there and the whole is as it should be.
 */
async function fetchParts(
  { thread, bytes, wanted, hasNode, isProven, onAnew, onGiven, onProgress, onWaiting }: PartsParts,
  summary: ManifestSummary,
  name: string | null,
  signal: AbortSignal,
): Promise<Failure | null> {
  const enough = new AbortController();
  const hooks = {
    signal: AbortSignal.any([signal, enough.signal]),
    onWaiting: (wait: RetrievalWait | null) => onWaiting(wait, progress()),
  };
  let [done, partsDone] = [0, 0];
  let source: RetrievalSource = 'service';
  let problem: Failure | null = null;
  const progress = (): RetrievalProgress => ({
    done,
    total: summary.size,
    parts: { done: partsDone, total: summary.parts },
  });
  const have = (size: number): void => {
    done += size;
    partsDone += 1;
    onProgress(source, progress());
  };
  const lane = async (): Promise<void> => {
    const shared = new SharedArrayBuffer(Math.min(summary.largestPart, MOST_HELD));
    const memory = new PartMemory(shared);
    const lent = await thread.ask((assembly) => assembly.lend(shared));
    while (problem === null && !hooks.signal.aborted) {
      const part = await thread.ask(async (assembly) => await assembly.nextPart());
      if (part === null) return;
      if (part.kind === 'found') {
        have(part.size);
        continue;
      }
      const { index, size, submissionId } = part;
      const accept = async (got: Uint8Array): Promise<boolean> => {
        // Of the network they come in memory of their own.
        if (got.buffer !== shared) memory.put(got);
        if (memory.size !== size) return false;
        return thread.ask((assembly) => assembly.putPart(index, lent, size));
      };
      const given = await bytes.part(wanted(submissionId), memory, accept, hooks, isProven);
      if (given.ok) {
        // Once any of it came from the network, all of it did not come from the service.
        if (given.source === 'network') source = 'network';
        onGiven(given.source);
        have(size);
      } else {
        problem ??= partProblem(given, index);
        enough.abort();
      }
    }
  };
  const partProblem = ({ reason, differed }: Given & { readonly ok: false }, index: number): Failure => {
    if (differed === null) return reason;
    const network = hasNode ? 'asked' : 'not-set';
    const values = { what: 'part', name, part: index + 1, parts: summary.parts, from: differed, network } as const;
    return { code: 'bytes-differ', values };
  };

  if (await thread.ask((assembly) => assembly.beginParts())) onAnew();
  onProgress(source, progress());
  const ended = (): Promise<void> =>
    lane().catch((error: unknown) => {
      // No other lane waits on for what it has asked for.
      enough.abort();
      throw error;
    });
  const lanes = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, ended));
  const rejected = lanes.find((one) => one.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
  if (problem !== null || signal.aborted) return problem;
  const wrong = await thread.ask(async (assembly) => await assembly.endParts());
  if (wrong === undefined) return null;
  await thread.ask((assembly) => assembly.dropParts());
  const what = wrong === null ? 'whole' : 'file';
  return {
    code: 'bytes-differ',
    values: {
      what,
      name: wrong ?? name,
      part: null,
      parts: null,
      from: source,
      network: hasNode ? 'asked' : 'not-set',
    },
  };
}
