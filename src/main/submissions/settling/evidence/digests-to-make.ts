import type { DigestsToMake } from '../../../digests/index.ts';
import type { StoredSubmission } from '../../journal/submission.ts';
import type { UsualHashes } from './usual-hashes.ts';

type Given = Pick<StoredSubmission, 'accountId' | 'loads' | 'partOf' | 'partSize'>;

/**
 * Which digests are made of bytes that go out. Keccak-256 takes longer than the others together, and nothing but the records of
 * a service asks for it, which since August 2023 give BLAKE2b-256: so it is made of what a record will be of, for services that
 * are not known to give the other.
 */
export class DigestsToMakeOf {
  readonly #usualHashes: Pick<UsualHashes, 'latestKind'>;

  constructor(usualHashes: Pick<UsualHashes, 'latestKind'>) {
    this.#usualHashes = usualHashes;
  }

  /** Of a row as it is prepared. No record is of all of what goes in parts. */
  ofRow(row: Given): DigestsToMake {
    return row.loads === null && row.partSize === null ? 'all' : 'no-keccak';
  }

  /** Of the parts of an account's rows. */
  ofParts({ accountId }: Given): DigestsToMake {
    return this.#usualHashes.latestKind(accountId) === 'blake2b256' ? 'no-keccak' : 'all';
  }

  /** Whether it is to be read before it is sent: for the first time, or since a record will be of its bytes after all. */
  isUnread(submission: Given & Pick<StoredSubmission, 'keccak256' | 'blake2b256' | 'state'>): boolean {
    if (submission.blake2b256 === null) return true;
    if (submission.keccak256 !== null) return false;
    const make = submission.partOf === null ? this.ofRow(submission) : this.ofParts(submission);
    return make === 'all';
  }
}
