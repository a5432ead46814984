import { after, type Clock, type Deadline, msLeft, type ServiceError } from '../../service/index.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';

/** A thousand files may be refused within seconds: the journal is not read for each. */
const KEPT_MS = 30_000;

type PayloadLimitsParts = {
  readonly clock: Clock;
  readonly earlierSubmissions: Pick<EarlierSubmissions, 'largestTaken'>;
};

/** What is truly known of the largest file that an account's service takes. */
export class PayloadLimits {
  readonly #parts: PayloadLimitsParts;
  readonly #taken = new Map<string, { readonly bytes: number | null; readonly until: Deadline }>();

  constructor(parts: PayloadLimitsParts) {
    this.#parts = parts;
  }

  /** A refusal of this file at this address, with what bounds its limit. */
  bound(
    error: ServiceError,
    { accountId, size }: Pick<StoredSubmission, 'accountId' | 'size'>,
    address: string,
  ): ServiceError {
    if (error.code !== 'too-large' || error.inWords !== undefined) return error;
    const { limit = null, said = null } = error.values ?? {};
    const taken = this.#largestTaken(accountId, address);
    const isBelow = (bytes: number | null): boolean => bytes !== null && size !== null && bytes < size;
    return {
      ...error,
      // A limit that this file does not exceed, or that what was taken does, is none.
      values: { limit: isBelow(limit) ? limit : null, taken: isBelow(taken) ? taken : null, said },
    };
  }

  #largestTaken(accountId: string, address: string): number | null {
    const { clock, earlierSubmissions } = this.#parts;
    const key = `${accountId} ${address}`;
    const known = this.#taken.get(key);
    if (known !== undefined && msLeft(clock, known.until) > 0) return known.bytes;
    const bytes = earlierSubmissions.largestTaken(accountId);
    this.#taken.set(key, { bytes, until: after(clock, KEPT_MS) });
    return bytes;
  }
}
