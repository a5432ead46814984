import { dataHashesOf } from '../../journal/content-digests.ts';
import type { StoredSubmission } from '../../journal/submission.ts';
import { factsOf, givesOnlyBlake2b256, type MatchableRecords, type Stranger } from '../evidence.ts';

/**
 * The records of submissions that came after a copy was made and belong to nothing here: `none`; `hash-missing` if the hash of
 * one is not there yet; `hash-unknown` if the hash of one may be that of any file, as where the service encrypts.
 */
export type StrangersSince = 'none' | 'hash-missing' | 'hash-unknown';

/** `seenUntil`: what was kept up to here was there when the copy was made. `submissions`: the account's. */
export function strangersSince(
  matchable: MatchableRecords,
  seenUntil: number,
  submissions: readonly StoredSubmission[],
): StrangersSince {
  const { strangers } = factsOf(matchable);
  const isSince = ({ record }: Stranger): boolean =>
    (matchable.seenSequence(record) ?? Number.POSITIVE_INFINITY) > seenUntil;
  if (!givesOnlyBlake2b256(matchable.receipts, matchable.records)) {
    const unknown = strangers.unknown(isSince);
    // The digests of a file that was just read are not on the disk.
    const known = new Set(unknown.length === 0 ? [] : submissions.flatMap(dataHashesOf));
    if (unknown.some(({ record }) => !known.has(record.dataHash ?? ''))) return 'hash-unknown';
  }
  return strangers.nameless(isSince).length > 0 ? 'hash-missing' : 'none';
}
