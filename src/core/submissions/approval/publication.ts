import { basename } from 'node:path';
import type { Account } from '../../../shared/bridge/accounts.ts';
import { type Failure, failure, type Result, success } from '../../../shared/failures/failure.ts';
import { aboutPublication } from '../../../shared/messages/questions/payment-questions.ts';
import type { Consent } from '../../consent.ts';

export type PublicationParts = {
  readonly consent: Pick<Consent, 'ask'>;
  /** Null for one that is not there. */
  readonly account: (accountId: string) => Pick<Account, 'name' | 'address' | 'kind'> | null;
  readonly privacy: {
    /** Whether the person has said yes to the account's files being readable by anybody. */
    readonly isToldPublic: (accountId: string) => boolean;
    readonly tellPublic: (accountId: string) => Promise<void>;
  };
};

const notSent: Failure = { code: 'declined' };

/**
 * What is submitted can be read by anybody, for good. A person is told once for each account, before anything of theirs is taken
 * in, by main itself: no page can leave it out. Who added the account in this version was told then.
 */
export class Publication {
  readonly #parts: PublicationParts;

  constructor(parts: PublicationParts) {
    this.#parts = parts;
  }

  /** True if dropped files may go out readable by anybody. `privatePaths` were to stay private: they take an approval each time. */
  async forAnybody(accountId: string, privatePaths: readonly string[] = []): Promise<Result<null>> {
    const { account, consent, privacy } = this.#parts;
    const asked = account(accountId);
    if (asked === null) return success(null);
    const isTold = asked.kind === 'practice' || privacy.isToldPublic(accountId);
    const isPrivate = privatePaths.length > 0;
    if (isTold && !isPrivate) return success(null);
    const names = privatePaths.map((path) => basename(path));
    const answer = await consent.ask(aboutPublication(asked, names), notSent);
    if (!answer.ok || isTold) return answer;
    try {
      await privacy.tellPublic(accountId);
    } catch (error) {
      return failure({ code: 'not-written', detail: String(error) });
    }
    return answer;
  }
}
