import type { Records } from '../records/index.ts';
import type { SubmissionQueries } from './journal/submission-queries.ts';

/** The account of a submission, and its id as stored there. `isOwn` is true if Dropslip submitted it. */
export type Located = { readonly accountId: string; readonly submissionId: string; readonly isOwn: boolean };

/** Finds the account of a submission id, in all rows (removed ones too) and records. */
export class SubmissionLocator {
  readonly #submissions: SubmissionQueries;
  readonly #records: Records;
  readonly #accountIds: () => readonly string[];

  constructor(submissions: SubmissionQueries, records: Records, accountIds: () => readonly string[]) {
    this.#submissions = submissions;
    this.#records = records;
    this.#accountIds = accountIds;
  }

  /**
   * Returns null if the id is not known. A preferred account comes first, then the one that submitted it. An id matches
   * as typed or in lower case.
   */
  find(submissionId: string, isPreferred: (found: Located) => boolean = () => false): Located | null {
    return this.#find(submissionId, isPreferred) ?? this.#find(submissionId.toLowerCase(), isPreferred);
  }

  #find(submissionId: string, isPreferred: (found: Located) => boolean): Located | null {
    const all = this.#accountIds().flatMap((accountId): Located[] => {
      const isOwn = this.#submissions.withReceipt(accountId, submissionId) !== null;
      return isOwn || this.#records.get(accountId, submissionId) !== null ? [{ accountId, submissionId, isOwn }] : [];
    });
    return all.find(isPreferred) ?? all.find(({ isOwn }) => isOwn) ?? all[0] ?? null;
  }
}
