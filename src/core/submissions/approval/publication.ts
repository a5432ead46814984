import { basename } from 'node:path';
import type { Account } from '../../../shared/bridge/accounts.ts';
import { type Failure, failure, type Result, success } from '../../../shared/failures/failure.ts';
import { aboutPublication } from '../../../shared/messages/questions/payment-questions.ts';
import type { Consent } from '../../consent.ts';

export type PublicationParts = {
  readonly consent: Pick<Consent, 'ask'>;
  /** Null if there is no such account. */
  readonly account: (accountId: string) => Pick<Account, 'name' | 'address' | 'kind'> | null;
  readonly privacy: {
    /** True if the user has approved that everybody can read the account's public files. */
    readonly hasApprovedPublic: (accountId: string) => boolean;
    readonly recordPublicApproval: (accountId: string) => Promise<void>;
  };
};

const notSent: Failure = { code: 'declined' };

/**
 * Asks the user once for each account before its first public file is added, because everybody can read public files
 * permanently. Main asks, so that no page can skip the question. Adding an account counts as approval, because that form
 * says the same.
 */
export class Publication {
  readonly #parts: PublicationParts;

  constructor(parts: PublicationParts) {
    this.#parts = parts;
  }

  /**
   * Succeeds if dropped files may be submitted publicly. `privatePaths`: files that were to be private. They need approval
   * each time.
   */
  async approvePublic(accountId: string, privatePaths: readonly string[] = []): Promise<Result<null>> {
    const { account, consent, privacy } = this.#parts;
    const asked = account(accountId);
    if (asked === null) return success(null);
    const isApproved = asked.kind === 'practice' || privacy.hasApprovedPublic(accountId);
    const isPrivate = privatePaths.length > 0;
    if (isApproved && !isPrivate) return success(null);
    const names = privatePaths.map((path) => basename(path));
    const answer = await consent.ask(aboutPublication(asked, names), notSent);
    if (!answer.ok || isApproved) return answer;
    try {
      await privacy.recordPublicApproval(accountId);
    } catch (error) {
      return failure({ code: 'not-written', detail: String(error) });
    }
    return answer;
  }
}
