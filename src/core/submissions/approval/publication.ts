import { basename } from 'node:path';
import type { Account } from '../../../shared/bridge/accounts.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import { aboutPublication } from '../../../shared/messages/questions/payment-questions.ts';
import { type Consent, declined } from '../../consent.ts';

/** Stores the approvals to publish an account's public files. */
type PublicApprovals = {
  hasApprovedPublic(accountId: string): boolean;
  recordPublicApproval(accountId: string): Promise<void>;
};

/**
 * Asks the user once for each account before its first public file is added, because everybody can read public files
 * permanently. Main asks, so that no page can skip the question. Adding an account counts as approval, because that form
 * says the same. `privatePaths`: files that were to be private. They need approval each time.
 */
export async function approvePublic(
  account: Pick<Account, 'id' | 'name' | 'address' | 'kind'> | null,
  approvals: PublicApprovals,
  consent: Consent,
  privatePaths: readonly string[] = [],
): Promise<Result<null>> {
  if (account === null) return success(null);
  const isApproved = account.kind === 'practice' || approvals.hasApprovedPublic(account.id);
  if (isApproved && privatePaths.length === 0) return success(null);
  const names = privatePaths.map((path) => basename(path));
  const answer = await consent.ask(aboutPublication(account, names), declined);
  if (!answer.ok || isApproved) return answer;
  try {
    await approvals.recordPublicApproval(account.id);
  } catch (error) {
    return failure({ code: 'not-written', detail: String(error) });
  }
  return answer;
}
