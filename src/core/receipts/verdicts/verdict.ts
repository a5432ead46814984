import {
  type Comparison,
  type DigestName,
  digestNames,
  type FileDigests,
  type KnownDigests,
  type Verdict,
} from '../../../shared/bridge/receipts.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { parseSize } from '../../../shared/sizes.ts';

export type FileFacts = { readonly size: number; readonly digests: FileDigests };

/** What is said of the submission: by Dropslip when it read the file, and by the service. */
export type Claim = {
  readonly size: number | null;
  readonly digests: { readonly [Name in DigestName]: string | null };
  readonly record: SubmissionRecord | null;
};

export type Judgement = { readonly verdict: Verdict; readonly comparisons: readonly Comparison[] };

export function judge(file: FileFacts, claim: Claim): Judgement {
  const own = digestNames.flatMap((name): (Comparison & { readonly what: DigestName })[] => {
    const expected = claim.digests[name];
    const actual = file.digests[name];
    return expected === null ? [] : [{ witness: 'dropslip', what: name, expected, actual, same: expected === actual }];
  });
  const service = claim.record === null ? null : compareDataHash(claim.record, file.digests, claim.digests);
  const size = sizeOf(file, claim, service);
  const comparisons = [...(size === null ? [] : [size]), ...own, ...(service === null ? [] : [service])];
  return { verdict: verdictOf(own, size, service, claim), comparisons };
}

function verdictOf(
  own: readonly (Comparison & { readonly what: DigestName })[],
  size: Comparison | null,
  service: Comparison | null,
  { digests }: Claim,
): Verdict {
  if (own.length === 0) {
    if (service?.same === true && isDigest(service.what))
      return { kind: 'same', by: [service.what], service: 'agrees' };
    const known = size === null || size.same === null ? null : size.same ? 'same' : 'different';
    return { kind: 'cannot-say', size: known, service: service === null ? 'not-yet' : 'unknown-hash' };
  }
  if (own.every(({ same }) => same) && size?.same !== false) {
    const says = service === null ? 'not-yet' : service.same === true ? 'agrees' : 'unknown-hash';
    return { kind: 'same', by: own.map(({ what }) => what), service: says };
  }
  // The service has this file, and Dropslip took the digests of what it submitted, of which this is none.
  const isTaken = digests.blake2b256 !== null && digests.sha256 !== null;
  const isOfOtherBytes = isTaken && digestNames.every((name) => digests[name] !== service?.expected);
  return service?.same === true && isOfOtherBytes ? { kind: 'contradiction' } : { kind: 'different' };
}

/**
 * The record's hash beside the digest of the file that it is to be. `submitted`: the digests of what was submitted, as far
 * as they are known; they show the kind of the hash also where it is not of this file.
 */
export function compareDataHash(
  { dataHash }: SubmissionRecord,
  digests: KnownDigests,
  submitted: Claim['digests'],
): Comparison | null {
  if (dataHash === null) return null;
  for (const what of digestNames) {
    const actual = digests[what];
    if (actual === null || (actual !== dataHash && submitted[what] !== dataHash)) continue;
    return { witness: 'service', what, expected: dataHash, actual, same: actual === dataHash };
  }
  // It may be of another file, and it may be of this one's encrypted bytes: that is not told by looking at it.
  return {
    witness: 'service',
    what: 'data-hash',
    expected: dataHash,
    actual: digests.blake2b256 ?? digests.sha256 ?? '',
    same: null,
  };
}

function sizeOf(file: FileFacts, { size, record }: Claim, service: Comparison | null): Comparison | null {
  const actual = String(file.size);
  if (size !== null) {
    return { witness: 'dropslip', what: 'size', expected: String(size), actual, same: size === file.size };
  }
  // A plain number may be in any unit; words name theirs.
  const words = record?.amountData ?? '';
  const range = /^[\d.]+$/.test(words) ? null : parseSize(words);
  if (range === null) return null;
  const fits = file.size >= range.min && file.size <= range.max;
  // Beside a hash of a kind that is unknown here it may be the size of encrypted bytes.
  const same = !fits && service?.same === null ? null : fits;
  return { witness: 'service', what: 'size', expected: words, actual, same };
}

function isDigest(what: Comparison['what']): what is DigestName {
  return what !== 'size' && what !== 'data-hash';
}
