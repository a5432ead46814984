import { basename } from 'node:path';
import { transfer } from 'comlink';
import type { RetrievalProof, RetrievalSource } from '../../shared/bridge/retrieval.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { Placed } from '../files/index.ts';
import { isManifest } from '../manifest/index.ts';
import type { BodyReceiver } from '../service/index.ts';
import type { FetchedSubmission, Product } from './assembly.ts';
import { AssemblyProblem, AssemblyThread, failureOf } from './assembly-thread.ts';
import type { Fit } from './bytes.ts';
import { Content, type KeptSubmission, type Key, type Ready } from './content.ts';
import type { SavedState, StoredRetrieval } from './retrieval-store.ts';
import { Ended, type Places, RunContext, type RunEnd, type RunHooks, type RunParts } from './run-context.ts';
import {
  type Expectation,
  isOwn,
  isOwnProof,
  isSentInstead,
  type Standing,
  standingByRecord,
  standingOf,
  standingOfContent,
} from './wanted.ts';

/** One retrieval from its submission to its final name. What it leaves in its work folder, the next run takes up. */
export class RetrievalRun {
  readonly #context: RunContext;
  readonly #content: Content;
  readonly #thread: AssemblyThread;

  constructor(parts: RunParts, retrieval: StoredRetrieval, places: Places, key: Key | null, hooks: RunHooks) {
    this.#thread = new AssemblyThread(parts.assemblyScript, retrieval.workFolder, retrieval.submissionId);
    this.#context = new RunContext(parts, { retrieval, places }, this.#thread, hooks);
    this.#content = new Content(this.#context, key);
  }

  /** Never rejects. */
  async run(): Promise<RunEnd> {
    const { signal } = this.#context.hooks;
    const stop = (): void => void this.#thread.close();
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (signal.aborted) return { kind: 'cancelled' };
      return await this.#walk();
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      if (error instanceof Ended) return error.end;
      const reason: Failure =
        error instanceof AssemblyProblem ? error.failure : { code: 'not-retrieved', detail: String(error) };
      return { kind: 'failed', reason };
    } finally {
      signal.removeEventListener('abort', stop);
      await this.#thread.close();
    }
  }

  async #walk(): Promise<RunEnd> {
    const { folder, state, savedPath } = this.#context.retrieval;
    await this.#thread.ask((assembly) => assembly.begin());
    this.#refuseOwn();
    await this.#thread.ask((assembly) => assembly.setTarget(folder, this.#nameOf), 'downloads');
    if (state.kind === 'placing' && savedPath !== null) {
      const placed = await this.#placeAt(state.product, savedPath);
      if (placed === 'placed') return this.#saved(state.saving, savedPath);
    }
    this.#context.parts.bytes.askAnew(this.#context.retrieval.accountId);
    const expected = await this.#expectation();
    const submission = await this.#submission(expected);
    if (submission.unreadable !== undefined) {
      await this.#thread.ask((assembly) => assembly.dropSubmission());
      throw this.#context.failed(submission.unreadable);
    }
    const ready = await this.#content.make(expected, submission);
    const { standing, size } = ready;
    if (standing === 'other') throw this.#context.differs('whole');
    if (standing !== 'unknown' && standing !== 'other-hash') return this.#place(ready, standing);
    const why = standing === 'unknown' ? 'nothing-known' : standing;
    // What was said yes to may have become another question meanwhile.
    if (this.#context.retrieval.asked.mayBeUnchecked === why) return this.#place(ready, 'nothing');
    return { kind: 'needs-yes', size, why };
  }

  /** With the service's own hash, where it has one by now. */
  async #expectation(): Promise<Expectation> {
    const { expected } = this.#context.retrieval.asked;
    if (expected.dataHash !== null) return expected;
    this.#context.hooks.onState({ kind: 'waiting', why: 'starting', until: null, progress: null });
    const record = await this.#context.parts.bytes.record(this.#context.wanted(), this.#context.askHooks());
    return { ...expected, dataHash: record?.dataHash ?? null };
  }

  /** The submission itself, as an earlier run has left it or fetched now. */
  async #submission(expected: Expectation): Promise<KeptSubmission> {
    const isSearched = !isOwn(expected);
    const left = await this.#thread.ask(async (assembly) => await assembly.submission());
    if (left !== null) {
      const kept = await this.#judged(expected, left);
      if (mayBeKept(kept, isSearched)) return kept;
      await this.#thread.ask((assembly) => assembly.dropSubmission());
    }
    this.#context.hasNone('submission');
    const kept = (await this.#fetched(expected, isSearched)) ?? (await this.#fetched(expected, true));
    if (kept === null) throw new Error('Nothing that was received was kept.');
    return kept;
  }

  /** `isSearched`: for secrets, from beginning to end. Null where only the service says that it is right, and it was not searched. */
  async #fetched(expected: Expectation, isSearched: boolean): Promise<KeptSubmission | null> {
    const stream = new SubmissionStream(this.#thread, ({ done, source }) => {
      this.#context.source = source;
      this.#context.hooks.onState({ kind: 'fetching', source, done, total: expected.size, parts: null });
    });
    let kept: KeptSubmission | null = null;
    let isDoubted = false;
    const accept = async (): Promise<Fit> => {
      kept = await this.#judged(expected, await stream.end());
      isDoubted ||= kept.standing === 'other-hash';
      if (mayBeKept(kept, isSearched)) return kept.standing === 'other-hash' ? 'in-doubt' : 'fits';
      await this.#thread.ask((assembly) => assembly.dropSubmission());
      return 'other';
    };
    const take = async (bytes: Uint8Array): Promise<boolean> => {
      await stream.takeAll(bytes, 'network');
      return (await accept()) !== 'other';
    };
    // A manifest is read before anything of it is proven, and is not long.
    const isBodyProven = (beginning: Uint8Array): boolean => !isSearched && !isManifest(beginning);
    const given = await this.#context.parts.bytes.stream(
      this.#context.wanted(),
      stream,
      { accept, take, isBodyProven },
      this.#context.askHooks(),
    );
    // Also where the disk is full: it is not kept so.
    if (!given.ok) await this.#thread.ask((assembly) => assembly.dropSubmission());
    stream.throwProblem();
    if (!given.ok) {
      if (!isSearched && isUnproven(kept)) return null;
      if (given.differed !== null) throw this.#context.differs('submission', given.differed);
      throw this.#context.failed(given.reason);
    }
    this.#context.gave('submission', given.source);
    // Which of both is the file, nobody can tell: the record's hash is of what a service has made of it.
    if (isDoubted && given.source === 'network' && standingOfKept(kept) === 'record') this.#context.serviceGaveOther();
    return kept;
  }

  /**
   * How a submission stands to what is expected. Where it is not known what went out under its id, what is known of a file
   * says nothing of the manifest of its parts, nor a receipt of the file encrypted: those are taken by the record, or where
   * they name the same file, which is then proven.
   */
  async #judged(expected: Expectation, submission: FetchedSubmission): Promise<KeptSubmission> {
    const { looks, digests } = submission;
    const standing = standingOf(expected, digests);
    const isSent = isSentInstead(expected, digests);
    const byRecord = standingByRecord(expected, digests);
    if (isOwnProof(standing) && !isSent) return { submission, standing, manifest: null };
    if (looks === 'age' && expected.by === 'receipt' && expected.sent === null) {
      return { submission, standing: byRecord, manifest: null };
    }
    if (looks !== 'manifest') return { submission, standing, manifest: null };
    const manifest = await this.#thread.ask(async (assembly) => await assembly.readManifest());
    if (!manifest.ok) {
      if (standing === 'other') return { submission, standing, manifest: null };
      if (standing === 'other-hash') return { submission, standing, manifest: null, unreadable: manifest.error };
      throw this.#context.failed(manifest.error);
    }
    const summary = manifest.value;
    const isOpen = summary.kind !== 'manifest' && summary.sealedContents === null;
    const named = isOpen ? standingOfContent(expected, summary.sha256) : 'unknown';
    if (isSent) return { submission, standing: named === 'other' ? 'other' : standing, manifest: summary };
    if (isOwnProof(named))
      return { submission, standing: byRecord === 'record' ? byRecord : 'unknown', manifest: summary };
    const isOther = (named === 'other' || expected.sent !== null) && !expected.isVouched;
    return { submission, standing: isOther ? 'other' : byRecord, manifest: summary };
  }

  async #place({ product, name, renamed, standing: _, ...facts }: Ready, proof: RetrievalProof): Promise<RunEnd> {
    const { folder, submissionId } = this.#context.retrieval;
    const { freePath, now } = this.#context.parts;
    const wanted = (product === 'decrypted' ? name : this.#context.name) ?? name ?? `${submissionId}.bin`;
    for (;;) {
      this.#refuseOwn();
      const { path, isRenamed } = freePath(folder, wanted, this.#nameOf);
      const fileName = basename(path);
      const at = new Date(now()).toISOString();
      const names = { fileName, renamed: renamed + (isRenamed ? 1 : 0) };
      const saving: SavedState = { kind: 'saved', ...names, ...facts, proof, ...this.#context.givenBy, at };
      await this.#context.hooks.onPlacing(product, saving, path);
      const placed = await this.#placeAt(product, path);
      if (placed === 'placed') return this.#saved(saving, path);
      if (placed === 'gone') throw new Error('The assembled file no longer exists.');
    }
  }

  /** Only what Dropslip itself read proves that the user submitted these names. */
  get #nameOf(): 'user' | 'others' {
    const { by, isVouched } = this.#context.retrieval.asked.expected;
    return by === 'file' && !isVouched ? 'user' : 'others';
  }

  #placeAt(product: Product, path: string): Promise<Placed> {
    return this.#thread.ask(async (assembly) => await assembly.place(product, path), 'downloads');
  }

  #refuseOwn(): void {
    try {
      this.#context.parts.refuseFolder(this.#context.retrieval.folder);
    } catch (error) {
      throw new AssemblyProblem(failureOf(error, 'downloads'));
    }
  }

  async #saved(state: SavedState, path: string): Promise<RunEnd> {
    // What cannot be cleared away now is once it is taken off the list.
    await this.#thread.ask((assembly) => assembly.discard()).catch(() => undefined);
    return { kind: 'saved', state, path };
  }
}

/** Of what is not searched for secrets only what the service has no say in: a manifest always was. */
function mayBeKept({ submission, standing }: KeptSubmission, isSearched: boolean): boolean {
  return standing !== 'other' && (isSearched || isOwnProof(standing) || submission.looks === 'manifest');
}

const standingOfKept = (kept: KeptSubmission | null): Standing | null => kept?.standing ?? null;

/** It may be what was meant, and the service alone says so. */
const isUnproven = (kept: KeptSubmission | null): boolean =>
  kept !== null && kept.standing !== 'other' && !isOwnProof(kept.standing);

/** Bytes that are handed on together. */
const GATHERED_BYTES = 256 * 1024;
/** Bytes on their way to the disk, beyond which nothing more is read of the answer. */
const MOST_ON_THE_WAY = 4 * 1024 * 1024;

/** Takes a submission as it comes and has it written, never holding more of it than a few mebibytes. */
class SubmissionStream implements BodyReceiver {
  readonly #thread: AssemblyThread;
  readonly #onProgress: (progress: { readonly done: number; readonly source: RetrievalSource }) => void;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #onTheWay = 0;
  #done = 0;
  #last: Promise<unknown> = Promise.resolve();
  #problem: { readonly error: unknown } | null = null;

  constructor(
    thread: AssemblyThread,
    onProgress: (progress: { readonly done: number; readonly source: RetrievalSource }) => void,
  ) {
    this.#thread = thread;
    this.#onProgress = onProgress;
  }

  /** Throws what kept it from being written. */
  throwProblem(): void {
    if (this.#problem !== null) throw this.#problem.error;
  }

  begin(): void {
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#done = 0;
    this.#hand(() => this.#thread.ask((assembly) => assembly.beginSubmission()));
    this.#onProgress({ done: 0, source: 'service' });
  }

  take(piece: Uint8Array): Promise<void> | void {
    this.throwProblem();
    // The piece is ours for this call only.
    this.#gathered.push(new Uint8Array(piece));
    this.#gatheredBytes += piece.length;
    this.#done += piece.length;
    if (this.#gatheredBytes < GATHERED_BYTES) return;
    this.#flush();
    this.#onProgress({ done: this.#done, source: 'service' });
    if (this.#onTheWay > MOST_ON_THE_WAY) return this.#last.then(() => undefined);
  }

  /** Bytes that are there at once. */
  async takeAll(bytes: Uint8Array, source: RetrievalSource): Promise<void> {
    this.begin();
    this.#gathered.push(new Uint8Array(bytes));
    this.#gatheredBytes = bytes.length;
    this.#flush();
    await this.#last;
    this.#onProgress({ done: bytes.length, source });
  }

  /** All of it is written: what it is. Rejects with what the disk said. */
  async end(): Promise<FetchedSubmission> {
    this.#flush();
    await this.#last;
    this.throwProblem();
    return this.#thread.ask((assembly) => assembly.endSubmission());
  }

  #flush(): void {
    const bytes = new Uint8Array(this.#gatheredBytes);
    let at = 0;
    for (const piece of this.#gathered) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#gathered = [];
    this.#gatheredBytes = 0;
    if (at === 0) return;
    this.#onTheWay += at;
    this.#hand(async () => {
      await this.#thread.ask((assembly) => assembly.append(transfer(bytes, [bytes.buffer])));
      this.#onTheWay -= at;
    });
  }

  /** The thread takes what it is told in this order; what goes wrong is thrown with the next step. */
  #hand(step: () => Promise<void>): void {
    this.#last = step().catch((error: unknown) => {
      this.#problem ??= { error };
    });
  }
}
