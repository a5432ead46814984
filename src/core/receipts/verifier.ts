import { basename } from 'node:path';
import type {
  Against,
  Composition,
  FileVerification,
  FolderVerification,
  KnownDigests,
  Receipt,
  Verdict,
  Verification,
} from '../../shared/bridge/receipts.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import type { AllDigests, Digests } from '../digests/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { FileThreads } from '../files/index.ts';
import type { Platform } from '../manifest/index.ts';
import type { FolderListing } from '../submissions/index.ts';
import { cancelled, FolderReading, unreadable } from './folder-reading.ts';
import type { KeptSubmission, KeptSubmissions } from './kept-submissions.ts';
import { readReceiptFile } from './receipt.ts';
import { type Claim, type FileFacts, type FolderContents, judge, judgeComposed } from './verdicts.ts';

type Check = { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void };
type Digested = AllDigests & { readonly size: number };

/** Compares a file or a folder with a submission. Sends no request. */
export class Verifier {
  readonly #kept: KeptSubmissions;
  readonly #files: FileThreads;
  readonly #digests: Digests;
  readonly #events: DomainEvents;
  readonly #platform: Platform;
  readonly #checks = new Map<string, AbortController>();

  constructor(kept: KeptSubmissions, files: FileThreads, digests: Digests, events: DomainEvents, platform: Platform) {
    this.#kept = kept;
    this.#files = files;
    this.#digests = digests;
    this.#events = events;
    this.#platform = platform;
  }

  read(path: string): Promise<Result<readonly Receipt[]>> {
    return readReceiptFile(this.#files, path);
  }

  /** Compares with a file of receipts. Uses the receipt that matches. */
  async verifyReceipt(checkId: string, path: string, receiptPath: string): Promise<Result<Verification>> {
    return this.#checked(checkId, async (check) => {
      const read = await this.read(receiptPath);
      if (!read.ok) return read;
      const candidates = read.value.map((receipt) => candidateOfReceipt(receipt, this.#kept));
      return check.signal.aborted ? failure(cancelled) : this.#verify(check, path, candidates);
    });
  }

  /** Compares with the data on this computer. */
  async verifyKept(checkId: string, path: string, submissionId: string): Promise<Result<Verification>> {
    // `find` accepts ids in any letter case.
    const found = this.#kept.find(submissionId);
    if (found === null) return failure({ code: 'unknown-submission' });
    return this.#checked(checkId, (check) => this.#verify(check, path, [candidateOfKept(found, this.#kept)]));
  }

  cancel(checkId: string): void {
    this.#checks.get(checkId)?.abort();
  }

  close(): void {
    for (const abort of this.#checks.values()) abort.abort();
  }

  async #checked(checkId: string, verify: (check: Check) => Promise<Result<Verification>>) {
    const abort = new AbortController();
    this.#checks.set(checkId, abort);
    const onProgress = (done: number, total: number): void =>
      this.#events.emit('receipts.verify-progress', { checkId, done, total });
    try {
      return await verify({ signal: abort.signal, onProgress });
    } finally {
      if (this.#checks.get(checkId) === abort) this.#checks.delete(checkId);
    }
  }

  async #verify(check: Check, path: string, candidates: readonly Candidate[]): Promise<Result<Verification>> {
    const found = await this.#files.find(path);
    return found.kind === 'found' && found.facts.kind === 'folder'
      ? this.#verifyFolder(check, { path: found.realPath, name: basename(path) }, candidates)
      : this.#verifyFile(check, path, candidates);
  }

  async #verifyFolder(
    { onProgress, signal }: Check,
    { path, name }: { readonly path: string; readonly name: string },
    candidates: readonly Candidate[],
  ): Promise<Result<FolderVerification>> {
    const reading = new FolderReading(this.#files, this.#digests, this.#platform, path, { onProgress, signal });
    let best: FolderVerification | null = null;
    let problem: Failure = { code: 'receipt-of-file' };
    for (const { against, folder } of candidates) {
      if (folder === null) continue;
      const { contents, list } = folder;
      if (contents === null && list === null) {
        problem = { code: 'folder-not-listed' };
        continue;
      }
      const answer =
        contents === null ? await reading.againstList(folder.name, list ?? noDigests) : await reading.against(contents);
      if (!answer.ok) return answer;
      const { verdict, ...load } = answer.value;
      const one: FolderVerification = {
        kind: 'folder',
        folder: { name, ...load },
        against,
        verdict,
        receipts: candidates.length,
      };
      if (verdict.kind !== 'different') return success(one);
      best ??= one;
    }
    return best === null ? failure(problem) : success(best);
  }

  async #verifyFile(check: Check, path: string, candidates: readonly Candidate[]): Promise<Result<FileVerification>> {
    const read = await this.#readFile(check, path);
    if (!read.ok) return read;
    const best = bestOf(basename(path), read.value, candidates);
    return best === null ? failure({ code: 'unknown-submission' }) : success(best);
  }

  async #readFile({ signal, onProgress }: Check, path: string): Promise<Result<Digested>> {
    const facts = await this.#files.look(path, 'follow');
    const total = facts.kind === 'file' ? facts.size : 0;
    const end = await this.#digests.digest(path, 'follow', (done) => onProgress(done, total), signal);
    if (end.kind === 'cancelled') return failure(cancelled);
    if (end.kind === 'unreadable') return failure(unreadable(basename(path), end.code));
    return end.changedMeanwhile ? failure({ code: 'compared-file-changed' }) : success(end);
  }
}

type Candidate = {
  readonly against: Against;
  readonly claim: Claim;
  readonly composition: Composition | null;
  readonly folder: FolderCandidate | null;
};

/** `name`: the submitted name. */
type FolderCandidate = {
  readonly name: string;
  /** Null if the list of its files is not available. */
  readonly contents: FolderContents | null;
  /** Digests of its list; null if its digests are of something else. */
  readonly list: KnownDigests | null;
};

function candidateOfReceipt(receipt: Receipt, kept: KeptSubmissions): Candidate {
  const { file, record, composition } = receipt;
  const own = composition?.content === 'folder' ? kept.listingOf(receipt.submission.id, file) : null;
  return {
    against: { kind: 'receipt', receipt },
    claim: { size: file.size, digests: file, record },
    composition,
    folder: folderOf(file.name, file, composition, own),
  };
}

function candidateOfKept(found: KeptSubmission, kept: KeptSubmissions): Candidate {
  const { submissionId, item, record } = found;
  const composition = item?.composition ?? null;
  const digests = item?.digests ?? noDigests;
  const own = composition?.content === 'folder' ? kept.listingOf(submissionId, digests) : null;
  return {
    against: { kind: 'kept', submissionId, name: item?.name ?? null, record },
    claim: { size: item?.size ?? null, digests, record },
    composition,
    folder: folderOf(item?.name ?? '', digests, composition, own),
  };
}

/** Compares a file with the expected content, including the single files of a folder. */
function judgeFile(found: FileFacts, { claim, composition, folder }: Candidate): Verdict {
  const verdict = composition === null ? judge(found, claim) : judgeComposed(found, claim, composition);
  const contents = folder?.contents ?? null;
  if (verdict.kind === 'same' || verdict.kind === 'piece' || contents === null) return verdict;
  const { sha256, blake2b256 } = found.digests;
  const member = contents.files.find(
    (file) => file.size === found.size && file.sha256 === sha256 && file.blake2b256 === blake2b256,
  );
  // All files of the folder are known, so another file is none of them.
  if (member === undefined) return { kind: 'different' };
  const piece = { kind: 'member', path: member.path } as const;
  return { kind: 'piece', piece, by: ['blake2b256', 'sha256'], service: 'not-yet' };
}

function folderOf(
  name: string,
  digests: KnownDigests,
  composition: Composition | null,
  contents: FolderListing | null,
): FolderCandidate | null {
  if (composition === null || composition.content !== 'folder') return null;
  // The digests of an encrypted folder are those of its concatenated files.
  const isOfList = composition.encryption === null && digests.sha256 !== null && digests.blake2b256 !== null;
  return { name, contents, list: isOfList ? digests : null };
}

/** The candidate that matches, else the first; null if there is none. */
function bestOf(name: string, read: Digested, candidates: readonly Candidate[]): FileVerification | null {
  const { size, keccak256, blake2b256, sha256 } = read;
  const file = { name, size, keccak256, blake2b256, sha256 };
  const all = candidates.map((candidate): FileVerification => {
    const verdict = judgeFile({ size, digests: file }, candidate);
    const { against } = candidate;
    return { kind: 'file', file, against, verdict, receipts: candidates.length };
  });
  const having = (kind: FileVerification['verdict']['kind']) => all.find(({ verdict }) => verdict.kind === kind);
  return having('same') ?? having('piece') ?? all[0] ?? null;
}

const noDigests = { keccak256: null, blake2b256: null, sha256: null } as const;
