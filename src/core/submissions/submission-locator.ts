import type { Records } from '../records/index.ts';
import type { SubmissionQueries } from './journal/submission-queries.ts';

/** The account that has a submission, and its id as it is written there. `isOwn`: Dropslip submitted it. */
export type Located = { readonly accountId: string; readonly submissionId: string; readonly isOwn: boolean };

/** Finds the account that has a submission id, among the rows (those taken off the list too) and the records. */
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
   * Returns null if nothing is known of the id. A preferred account comes first, then the one that submitted it. Ids come in
   * lower case and are typed in any.
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
