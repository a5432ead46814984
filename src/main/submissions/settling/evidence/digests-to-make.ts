import type { DigestsToMake } from '../../../digests/index.ts';
import type { StoredSubmission } from '../../journal/submission.ts';
import type { UsualHashes } from './usual-hashes.ts';

type Given = Pick<StoredSubmission, 'accountId' | 'size' | 'loads' | 'partOf' | 'partSize'>;

/** Of so many bytes all digests are made, whatever is known: what the service gives is learnt by them. */
const SMALL_BYTES = 1024 * 1024;

/**
 * Which digests are made of bytes that go out. Keccak-256 takes longer than the others together, and nothing but the records of
 * a service asks for it, which since August 2023 give BLAKE2b-256. So it is made of large files, and of parts, only for a service
 * that gives it. Without it the hash in a record is taken to be of bytes that nobody here has, which proves nothing.
 */
export class DigestsToMakeOf {
  readonly #usualHashes: Pick<UsualHashes, 'knownKind'>;

  constructor(usualHashes: Pick<UsualHashes, 'knownKind'>) {
    this.#usualHashes = usualHashes;
  }

  /** Of a row as it is prepared. No record is of all of what goes in parts. */
  ofRow(row: Given): DigestsToMake {
    if (row.loads !== null || row.partSize !== null) return 'no-keccak';
    return row.size !== null && row.size <= SMALL_BYTES ? 'all' : this.#byKind(row);
  }

  /** Of the parts of an account's rows. */
  ofParts(row: Pick<Given, 'accountId'>): DigestsToMake {
    return this.#byKind(row);
  }

  /** Whether it is to be read before it is sent: for the first time, or since a record may have what was not made of it. */
  isUnread(submission: Given & Pick<StoredSubmission, 'keccak256' | 'blake2b256'>): boolean {
    if (submission.blake2b256 === null) return true;
    if (submission.keccak256 !== null) return false;
    const make = submission.partOf === null ? this.ofRow(submission) : this.ofParts(submission);
    return make === 'all';
  }

  #byKind({ accountId }: Pick<Given, 'accountId'>): DigestsToMake {
    return this.#usualHashes.knownKind(accountId) === 'keccak256' ? 'all' : 'no-keccak';
  }
}
