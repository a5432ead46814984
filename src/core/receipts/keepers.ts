import type { Records } from '../records/index.ts';
import type { SubmissionQueries } from '../submissions/index.ts';

/** The account that keeps a submission, and its id as it is written there. `isOwn`: Dropslip submitted it itself. */
export type Keeper = { readonly accountId: string; readonly submissionId: string; readonly isOwn: boolean };

export class Keepers {
  readonly #submissions: Pick<SubmissionQueries, 'receivedFile'>;
  readonly #records: Pick<Records, 'get'>;
  readonly #accountIds: () => readonly string[];

  constructor(
    submissions: Pick<SubmissionQueries, 'receivedFile'>,
    records: Pick<Records, 'get'>,
    accountIds: () => readonly string[],
  ) {
    this.#submissions = submissions;
    this.#records = records;
    this.#accountIds = accountIds;
  }

  /**
   * Null where nothing is known of the id. What Dropslip submitted itself comes before what it only read of; `isPreferred`:
   * before both. Ids come in small letters, and are typed in any.
   */
  find(submissionId: string, isPreferred: (keeper: Keeper) => boolean = () => false): Keeper | null {
    return this.#find(submissionId, isPreferred) ?? this.#find(submissionId.toLowerCase(), isPreferred);
  }

  #find(submissionId: string, isPreferred: (keeper: Keeper) => boolean): Keeper | null {
    const found = this.#accountIds().flatMap((accountId): Keeper[] => {
      const isOwn = this.#submissions.receivedFile(accountId, submissionId) !== null;
      return isOwn || this.#records.get(accountId, submissionId) !== null ? [{ accountId, submissionId, isOwn }] : [];
    });
    return found.find(isPreferred) ?? found.find(({ isOwn }) => isOwn) ?? found[0] ?? null;
  }
}
