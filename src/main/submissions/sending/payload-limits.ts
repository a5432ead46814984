import { after, type Clock, type Connection, type Deadline, msLeft } from '../../service/index.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import type { AttemptEnd } from './consequence.ts';

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

  /** How a try ended; a refusal because of the size with what bounds the limit. */
  bound(
    end: AttemptEnd,
    { accountId, size }: Pick<StoredSubmission, 'accountId' | 'size'>,
    { submitBaseUrl, baseUrl }: Pick<Connection, 'submitBaseUrl' | 'baseUrl'>,
  ): AttemptEnd {
    if (end.kind !== 'refused' || end.error.code !== 'too-large' || end.error.inWords !== undefined) return end;
    const { limit = null, said = null } = end.error.values ?? {};
    const taken = this.#largestTaken(accountId, submitBaseUrl ?? baseUrl);
    const isBelow = (bytes: number | null): boolean => bytes !== null && size !== null && bytes < size;
    // A limit that this file does not exceed, or that what was taken does, is none.
    const values = { limit: isBelow(limit) ? limit : null, taken: isBelow(taken) ? taken : null, said };
    return { ...end, error: { ...end.error, values } };
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
