import type { DigestsToMake } from '../../digests/index.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { UsualHashes } from './confirmation.ts';

type Given = Pick<StoredSubmission, 'accountId' | 'size' | 'loads' | 'partOf' | 'partSize'>;

/** Of so many bytes all digests are made, whatever is known: what the service gives is learnt by them. */
const SMALL_BYTES = 1024 * 1024;

/**
 * Which digests are made of bytes before they are sent. Keccak-256 takes longer than the others together, and most services give
 * BLAKE2b-256 in their records. So it is made of large files, and of parts, only for a service that gives it. If another
 * record needs it, `LateKeccak` makes it from the file.
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

  #byKind({ accountId }: Pick<Given, 'accountId'>): DigestsToMake {
    return this.#usualHashes.knownKind(accountId) === 'keccak256' ? 'all' : 'no-keccak';
  }
}
