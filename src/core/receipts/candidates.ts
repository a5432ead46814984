import type { Against, Composition, KnownDigests, Receipt, Verdict } from '../../shared/bridge/receipts.ts';
import type { FolderListing } from '../submissions/index.ts';
import type { KeptSubmission, KeptSubmissions } from './kept-submissions.ts';
import { type Claim, type FileFacts, type FolderContents, judge, judgeComposed } from './verdicts.ts';

export type Candidate = {
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

export function candidateOfReceipt(receipt: Receipt, kept: KeptSubmissions): Candidate {
  const { file, record, composition } = receipt;
  const own = composition?.content === 'folder' ? kept.listingOf(receipt.submission.id, file) : null;
  return {
    against: { kind: 'receipt', receipt },
    claim: { size: file.size, digests: file, record },
    composition,
    folder: folderOf(file.name, file, composition, own),
  };
}

export function candidateOfKept(found: KeptSubmission, kept: KeptSubmissions): Candidate {
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
export function judgeFile(found: FileFacts, { claim, composition, folder }: Candidate): Verdict {
  const verdict = composition === null ? judge(found, claim) : judgeComposed(found, claim, composition);
  const contents = folder?.contents ?? null;
  if (verdict.kind === 'same' || verdict.kind === 'piece' || contents === null) return verdict;
  const { sha256, blake2b256 } = found.digests;
  const member = contents.files.find(
    (file) => file.size === found.size && file.sha256 === sha256 && file.blake2b256 === blake2b256,
  );
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

const noDigests = { keccak256: null, blake2b256: null, sha256: null } as const;
