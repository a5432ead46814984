import { basename } from 'node:path';
import { transfer } from 'comlink';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import type {
  RetrievalProgress,
  RetrievalProof,
  RetrievalSource,
  RetrievalState,
} from '../../shared/bridge/retrieval.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { type DecryptWith, type Encryption, needsAnotherSecret } from '../encryption/index.ts';
import type { BodyReceiver } from '../service/index.ts';
import type { ContentsSummary, FetchedSubmission, ManifestSummary, Product } from './assembly.ts';
import { AssemblyProblem, type AssemblyThread, failureOf } from './assembly-thread.ts';
import type { AskHooks, ByteSource } from './bytes.ts';
import { Failed, fetchParts } from './fetch-parts.ts';
import type { SavedState, StoredRetrieval } from './retrieval-store.ts';
import type { CheckEnd } from './stream-files.ts';
import {
  type Expectation,
  isOwnProof,
  isSentInstead,
  type Standing,
  standingByRecord,
  standingOf,
  standingOfContent,
} from './wanted.ts';

export type Key = Extract<CallInputs['retrieval.answer']['answer'], { kind: 'passphrase' | 'identity' }>;

/** The user's downloads. */
export type Downloads = {
  /** The user's downloads folder, which may be missing. */
  readonly folder: () => string;
  /** Throws if nothing may be saved in a folder. */
  readonly refuseFolder: (folder: string) => void;
  /** A free path in the folder. `user`: the name comes from the user. */
  readonly freePath: (
    folder: string,
    name: string,
    nameOf: 'user' | 'others',
  ) => { readonly path: string; readonly isRenamed: boolean };
  /** Shows a file or folder in the system's file manager. Error: `file-gone`. */
  readonly showInFolder: (path: string) => Result<null>;
};

export type RunHooks = {
  readonly signal: AbortSignal;
  readonly onState: (state: RetrievalState) => void;
  /** Called with the name if it was unknown before. */
  readonly onName: (name: string) => void;
};

export type RunEnd =
  | { readonly kind: 'saved'; readonly state: SavedState; readonly path: string }
  | { readonly kind: 'needs-key'; readonly mayKeep: boolean; readonly wasWrong: boolean }
  | { readonly kind: 'failed'; readonly reason: Failure }
  | { readonly kind: 'cancelled' };

/** A downloaded submission. `manifest`: set if it is one that leads to the file. */
type Judged = {
  readonly submission: FetchedSubmission;
  readonly standing: Standing;
  readonly manifest: ManifestSummary | null;
};

/** The assembled product and its proof. */
type Made = Pick<SavedState, 'files' | 'size' | 'wasEncrypted' | 'renamed'> & {
  readonly product: Product;
  readonly name: string | null;
  readonly standing: Standing;
};

const AGE_ENDING = /\.age$/i;

/** Thrown if the user has to enter a key. */
class KeyMissing extends Error {
  readonly end: RunEnd;

  constructor(mayKeep: boolean, wasWrong: boolean) {
    super('needs-key');
    this.end = { kind: 'needs-key', mayKeep, wasWrong };
  }
}

/** The known digests of the file decide, or else those of the submission. */
function contentStanding({ sent }: Expectation, submission: Standing, content: Standing): Standing {
  if (content === 'unknown') return submission;
  // Both must match if the digests of the content sent instead of the file are known too.
  if (isOwnProof(submission)) return sent !== null && content === 'other' ? content : submission;
  return content;
}

/** One run of a download, from its submission to the saved file. The next run reuses its parts. */
export class RetrievalRun {
  readonly #encryption: Encryption;
  /** The keychain's keys that may open encrypted content, the account's own first. */
  readonly #keptKeys: (accountId: string) => AsyncIterable<DecryptWith>;
  readonly #downloads: Downloads;
  readonly #retrieval: StoredRetrieval;
  readonly #hooks: RunHooks;
  readonly #end = new AbortController();
  readonly #thread: AssemblyThread;
  readonly #bytes: ByteSource;
  #name: string | null;
  /** The key that the user typed, or the keychain's key that matched. */
  #key: Key | null;
  #progress: RetrievalProgress | null = null;
  #source: RetrievalSource = 'service';
  #isPlacing = false;

  constructor(
    thread: AssemblyThread,
    openBytes: (hooks: AskHooks) => ByteSource,
    encryption: Encryption,
    keptKeys: (accountId: string) => AsyncIterable<DecryptWith>,
    downloads: Downloads,
    retrieval: StoredRetrieval,
    key: Key | null,
    hooks: RunHooks,
  ) {
    this.#thread = thread;
    this.#encryption = encryption;
    this.#keptKeys = keptKeys;
    this.#downloads = downloads;
    this.#retrieval = retrieval;
    this.#hooks = hooks;
    this.#name = retrieval.name;
    this.#key = key;
    this.#bytes = openBytes({
      signal: AbortSignal.any([hooks.signal, this.#end.signal]),
      onWaiting: (wait) => hooks.onState({ kind: 'waiting', ...wait, progress: this.#progress }),
    });
  }

  /** Never rejects. */
  async run(): Promise<RunEnd> {
    const { signal } = this.#hooks;
    const stop = (): void => {
      if (!this.#isPlacing) void this.#thread.close();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (signal.aborted) return { kind: 'cancelled' };
      return await this.#walk();
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      if (error instanceof KeyMissing) return error.end;
      const isKnown = error instanceof Failed || error instanceof AssemblyProblem;
      return { kind: 'failed', reason: isKnown ? error.failure : { code: 'not-retrieved', detail: String(error) } };
    } finally {
      signal.removeEventListener('abort', stop);
      this.#end.abort();
      await this.#thread.close();
    }
  }

  async #walk(): Promise<RunEnd> {
    const { folder } = this.#retrieval;
    await this.#thread.ask((assembly) => assembly.begin());
    this.#refuseOwn();
    await this.#thread.ask((assembly) => assembly.setTarget(folder, this.#nameOf), 'downloads');
    const expected = await this.#expectation();
    const made = await this.#make(expected, await this.#fetchSubmission(expected));
    const { standing } = made;
    if (standing === 'other') throw this.#differs('whole', this.#source);
    if (standing === 'unknown') throw new Failed({ code: 'bytes-unproven', values: { why: 'nothing-known' } });
    if (standing === 'other-hash') throw new Failed({ code: 'bytes-unproven', values: { why: standing } });
    return this.#place(made, standing);
  }

  /** Adds the service's hash to the expectation, if there is one by now. */
  async #expectation(): Promise<Expectation> {
    const { expected } = this.#retrieval.asked;
    if (expected.dataHash !== null) return expected;
    this.#hooks.onState({ kind: 'waiting', why: 'starting', until: null, progress: null });
    const record = await this.#bytes.record(this.#retrieval.submissionId);
    return { ...expected, dataHash: record?.dataHash ?? null };
  }

  async #fetchSubmission(expected: Expectation): Promise<Judged> {
    const writer = new SubmissionWriter(this.#thread, (done) =>
      this.#fetching({ done, total: expected.size, parts: null }),
    );
    let judged = null as Judged | null;
    const accept = async (): Promise<boolean> => {
      judged = await this.#judge(expected, await writer.end());
      return judged.standing !== 'other';
    };
    const given = await this.#bytes.get(this.#retrieval.submissionId, {
      receiver: writer,
      mostBytes: Number.MAX_SAFE_INTEGER,
      accept,
      take: async (bytes) => {
        writer.begin();
        await writer.take(bytes);
        return accept();
      },
    });
    // If the answer contained a secret, some of the written bytes may contain it.
    if (!given.ok) await this.#thread.ask((assembly) => assembly.dropSubmission());
    writer.throwProblem();
    if (!given.ok)
      throw given.differed === null ? new Failed(given.reason) : this.#differs('submission', given.differed);
    if (judged === null) throw new Error('Nothing that was received was kept.');
    if (given.source === 'network') this.#source = 'network';
    return judged;
  }

  /**
   * Compares a submission with the expectation. If the content sent under its id is unknown, the digests of the file
   * do not show if a manifest is right. The manifest is accepted if the record's hash matches, or if it names the same
   * file, which is verified later.
   */
  async #judge(expected: Expectation, submission: FetchedSubmission): Promise<Judged> {
    const { looks, digests } = submission;
    const standing = standingOf(expected, digests);
    const isSent = isSentInstead(expected, digests);
    if (looks !== 'manifest' || (isOwnProof(standing) && !isSent)) return { submission, standing, manifest: null };
    const read = await this.#thread.ask(async (assembly) => await assembly.readManifest());
    if (!read.ok && standing === 'other') return { submission, standing, manifest: null };
    if (!read.ok) throw new Failed(read.error);
    const manifest = read.value;
    const byRecord = standingByRecord(expected, digests);
    const isOpen = manifest.kind !== 'manifest' && manifest.sealedContents === null;
    const named = isOpen ? standingOfContent(expected, manifest.sha256) : 'unknown';
    if (isSent) return { submission, standing: named === 'other' ? 'other' : standing, manifest };
    if (isOwnProof(named)) return { submission, standing: byRecord === 'record' ? byRecord : 'unknown', manifest };
    const isOther = named === 'other' || expected.sent !== null;
    return { submission, standing: isOther ? 'other' : byRecord, manifest };
  }

  /** Makes the file from a submission: the submission itself, the content of its manifest, or its decrypted content. */
  async #make(expected: Expectation, { submission, standing, manifest }: Judged): Promise<Made> {
    if (manifest !== null) return this.#fromManifest(expected, standing, manifest);
    const { size, looks } = submission;
    const whole = { files: null, renamed: 0 } as const;
    if (looks !== 'age' || this.#retrieval.asked.asItIs) {
      return { ...whole, standing, product: 'submission', name: null, size, wasEncrypted: false };
    }
    const plain = await this.#decrypt('submission', size, true);
    const stands = contentStanding(expected, standing, standingOfContent(expected, plain.sha256));
    const name = this.#name?.replace(AGE_ENDING, '') ?? null;
    return { ...whole, standing: stands, product: 'decrypted', name, size: plain.size, wasEncrypted: true };
  }

  /** Follows nested manifests to the file or folder. */
  async #fromManifest(expected: Expectation, standing: Standing, first: ManifestSummary): Promise<Made> {
    for (let summary = first; ; ) {
      this.#nameFound(summary.name);
      // Tries the key on this small text first, so that nothing is downloaded for a wrong key.
      const contents = summary.sealedContents === null ? null : await this.#openContents(summary.sealedContents);
      const byContent = standingOfContent(expected, summary.sha256);
      const run = { thread: this.#thread, bytes: this.#bytes, name: this.#name };
      await fetchParts(run, summary, (progress, given) => {
        if (given?.ok && given.source === 'network') this.#source = 'network';
        this.#fetching(progress);
      });
      const end = await this.#check(summary.size);
      if (end !== 'proven') throw this.#differs(end.wrong === null ? 'whole' : 'file', 'service', end.wrong);
      if (contents !== null) return this.#fromContents(expected, standing, summary, contents);
      if (summary.kind !== 'manifest') {
        const { files, size, renamed, name } = summary;
        const stands = contentStanding(expected, standing, byContent);
        const product = files === null ? 'stream' : 'content';
        return { product, files, size, renamed, name, standing: stands, wasEncrypted: false };
      }
      const next = await this.#thread.ask(async (assembly) => await assembly.readManifest());
      if (!next.ok) throw new Failed(next.error);
      summary = next.value;
    }
  }

  async #fromContents(
    expected: Expectation,
    standing: Standing,
    stream: ManifestSummary,
    contents: ContentsSummary,
  ): Promise<Made> {
    await this.#decrypt('encrypted', stream.size, false);
    await this.#thread.ask((assembly) => assembly.endDecrypting());
    if ((await this.#check(contents.size)) !== 'proven') throw new Failed({ code: 'decrypted-differs' });
    const byPlain = standingOfContent(expected, contents.sha256);
    // The digests of a receipt are those of the plain file. A folder has no digest of its bytes.
    const isOfPlain = isOwnProof(byPlain) || (expected.by === 'receipt' && expected.sent !== null);
    const content = isOfPlain ? byPlain : standingOfContent(expected, stream.sha256);
    const { files, size, renamed, name } = contents;
    const stands = contentStanding(expected, standing, content);
    return { product: 'content', files, size, renamed, name, standing: stands, wasEncrypted: true };
  }

  /** Verifies a whole stream, piece by piece. */
  async #check(total: number): Promise<CheckEnd> {
    for (;;) {
      const step = await this.#thread.ask(async (assembly) => await assembly.check());
      if (typeof step !== 'number') return step;
      this.#hooks.onState({ kind: 'checking', step: 'digests', done: step, total });
    }
  }

  async #openContents(sealed: Uint8Array): Promise<ContentsSummary> {
    const opened = await this.#withKey(false, (key) => this.#encryption.open(sealed, key));
    const bytes = new Uint8Array(opened);
    const contents = await this.#thread.ask(
      async (assembly) => await assembly.readContents(transfer(bytes, [bytes.buffer])),
    );
    if (!contents.ok) throw new Failed(contents.error);
    this.#nameFound(contents.value.name);
    return contents.value;
  }

  #decrypt(from: 'submission' | 'encrypted', total: number, mayKeep: boolean) {
    const onProgress = (done: number): void =>
      this.#hooks.onState({ kind: 'checking', step: 'decrypting', done, total });
    onProgress(0);
    return this.#withKey(mayKeep, async (decryptWith) => {
      const places = await this.#thread.ask((assembly) => assembly.beginDecrypting(from));
      const { signal } = this.#hooks;
      const end = await this.#encryption.decrypt({ ...places, decryptWith, onProgress, signal });
      switch (end.kind) {
        case 'decrypted':
          return success(end.plain);
        case 'cancelled':
          return failure({ code: 'cancelled' });
        case 'failed':
          return failure(end.failure);
        case 'unreadable':
          throw new AssemblyProblem({ code: 'retrieval-not-written', detail: `${end.code}: ${end.detail}` });
      }
    });
  }

  /** Tries the typed key or, without one, the keychain's keys. If none matches, the user is asked. */
  async #withKey<Value>(mayKeep: boolean, open: (key: Key) => Promise<Result<Value>>): Promise<Value> {
    const typed = this.#key;
    for await (const key of typed === null ? this.#keptKeys(this.#retrieval.accountId) : [typed]) {
      const opened = await open(key);
      if (opened.ok) {
        this.#key = key;
        return opened.value;
      }
      if (!needsAnotherSecret(opened.error)) throw new Failed(opened.error);
    }
    throw new KeyMissing(mayKeep, typed !== null);
  }

  async #place({ product, name, renamed, standing: _, ...facts }: Made, proof: RetrievalProof): Promise<RunEnd> {
    const { folder, submissionId } = this.#retrieval;
    const wanted = (product === 'decrypted' ? name : this.#name) ?? name ?? `${submissionId}.bin`;
    // From here on, a cancellation does not prevent saving.
    this.#isPlacing = true;
    for (;;) {
      this.#refuseOwn();
      const { path, isRenamed } = this.#downloads.freePath(folder, wanted, this.#nameOf);
      const placed = await this.#thread.ask(async (assembly) => await assembly.place(product, path), 'downloads');
      if (placed === 'gone') throw new Error('The assembled file no longer exists.');
      if (placed === 'taken') continue;
      const names = { fileName: basename(path), renamed: renamed + (isRenamed ? 1 : 0) };
      const at = new Date().toISOString();
      return { kind: 'saved', path, state: { kind: 'saved', ...names, ...facts, proof, source: this.#source, at } };
    }
  }

  /** The user chose the name only if Dropslip read the file on this computer. */
  get #nameOf(): 'user' | 'others' {
    return this.#retrieval.asked.expected.by === 'file' ? 'user' : 'others';
  }

  #refuseOwn(): void {
    try {
      this.#downloads.refuseFolder(this.#retrieval.folder);
    } catch (error) {
      throw new AssemblyProblem(failureOf(error, 'downloads'));
    }
  }

  #fetching(progress: RetrievalProgress): void {
    this.#progress = progress;
    this.#hooks.onState({ kind: 'fetching', source: this.#source, ...progress });
  }

  #nameFound(name: string | null): void {
    if (name === null || this.#name !== null) return;
    this.#name = name;
    this.#hooks.onName(name);
  }

  #differs(what: 'submission' | 'whole' | 'file', from: RetrievalSource, file: string | null = null): Failed {
    const network = this.#bytes.hasNode ? 'asked' : 'not-set';
    const values = { what, name: file ?? this.#name, part: null, parts: null, from, network } as const;
    return new Failed({ code: 'bytes-differ', values });
  }
}

/** Writes a submission to the work folder while it is received. */
class SubmissionWriter implements BodyReceiver {
  readonly #thread: AssemblyThread;
  readonly #onProgress: (done: number) => void;
  #begun: Promise<void> = Promise.resolve();
  #done = 0;
  #problem: { readonly error: unknown } | null = null;

  constructor(thread: AssemblyThread, onProgress: (done: number) => void) {
    this.#thread = thread;
    this.#onProgress = onProgress;
  }

  begin(): void {
    this.#done = 0;
    this.#begun = this.#thread.ask((assembly) => assembly.beginSubmission());
    this.#begun.catch((error: unknown) => {
      this.#problem = { error };
    });
  }

  async take(piece: Uint8Array): Promise<void> {
    // Copies the piece, because its buffer is reused.
    const bytes = new Uint8Array(piece);
    await this.#begun;
    try {
      await this.#thread.ask((assembly) => assembly.append(transfer(bytes, [bytes.buffer])));
    } catch (error) {
      this.#problem = { error };
      throw error;
    }
    this.#done += bytes.length;
    this.#onProgress(this.#done);
  }

  async end(): Promise<FetchedSubmission> {
    await this.#begun;
    return this.#thread.ask((assembly) => assembly.endSubmission());
  }

  /** Throws the error of the write, which the request would report as its own. */
  throwProblem(): void {
    if (this.#problem !== null) throw this.#problem.error;
  }
}
