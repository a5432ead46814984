import {
  type Comparison,
  type DigestName,
  digestNames,
  type FileDigests,
  type Verdict,
} from '../../shared/receipts.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { parseSize } from '../../shared/sizes.ts';

export type FileFacts = { readonly size: number; readonly digests: FileDigests };

/** What is said of the submission: by Dropslip when it read the file, and by the service. */
export type Claim = {
  readonly size: number | null;
  readonly digests: { readonly [Name in DigestName]: string | null };
  readonly record: SubmissionRecord | null;
};

export type Judgement = { readonly verdict: Verdict; readonly comparisons: readonly Comparison[] };

/** Holds a file's digests against what is said of a submission. */
export function judge(file: FileFacts, claim: Claim): Judgement {
  const own = digestNames.flatMap((name): (Comparison & { readonly what: DigestName })[] => {
    const expected = claim.digests[name];
    const actual = file.digests[name];
    return expected === null ? [] : [{ witness: 'dropslip', what: name, expected, actual, same: expected === actual }];
  });
  const size = sizeOf(file, claim);
  const service = claim.record === null ? null : compareDataHash(claim.record, file.digests);
  const comparisons = [...(size === null ? [] : [size]), ...own, ...(service === null ? [] : [service])];
  return { verdict: verdictOf(own, size, service, claim), comparisons };
}

function verdictOf(
  own: readonly (Comparison & { readonly what: DigestName })[],
  size: Comparison | null,
  service: Comparison | null,
  claim: Claim,
): Verdict {
  if (own.length === 0 && service === null) {
    return { kind: 'cannot-say', size: size === null ? null : size.same ? 'same' : 'different' };
  }
  const ownSame = own.length > 0 && own.every(({ same }) => same) && size?.same !== false;
  const agree = ownSame && service?.same === true;
  if (service !== null && !agree && contradicts(claim, service.expected)) {
    return { kind: 'contradiction', fileIsDropslips: ownSame };
  }
  if (own.length > 0 ? !ownSame : service?.same !== true) return { kind: 'different' };
  const byService = service !== null && isDigest(service.what) ? [service.what] : [];
  const by = own.length > 0 ? own.map(({ what }) => what) : byService;
  return { kind: 'same', by, service: service === null ? 'not-yet' : 'agrees' };
}

/** Dropslip took every digest, and none of them is the hash that the service gives. */
function contradicts({ digests }: Claim, dataHash: string): boolean {
  return digestNames.every((name) => digests[name] !== null && digests[name] !== dataHash);
}

/** The record's hash beside the digest of the file that it equals, or beside the one that it should be. */
export function compareDataHash({ dataHash }: SubmissionRecord, digests: FileDigests): Comparison | null {
  if (dataHash === null) return null;
  const what = digestNames.find((name) => digests[name] === dataHash);
  // Which digest a service uses shows only where it fits; most use Keccak-256.
  return what === undefined
    ? { witness: 'service', what: 'data-hash', expected: dataHash, actual: digests.keccak256, same: false }
    : { witness: 'service', what, expected: dataHash, actual: digests[what], same: true };
}

function sizeOf(file: FileFacts, { size, record }: Claim): Comparison | null {
  const actual = String(file.size);
  if (size !== null) {
    return { witness: 'dropslip', what: 'size', expected: String(size), actual, same: size === file.size };
  }
  // A plain number may be in any unit; words name theirs.
  const words = record?.amountData ?? '';
  const range = /^[\d.]+$/.test(words) ? null : parseSize(words);
  if (range === null) return null;
  const same = file.size >= range.min && file.size <= range.max;
  return { witness: 'service', what: 'size', expected: words, actual, same };
}

function isDigest(what: Comparison['what']): what is DigestName {
  return what !== 'size' && what !== 'data-hash';
}
