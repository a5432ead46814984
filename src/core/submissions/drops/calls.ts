import { basename } from 'node:path';
import type { Account } from '../../../shared/bridge/accounts.ts';
import type { CallInputs, Handlers } from '../../../shared/bridge/bridge.ts';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import { aboutPublication } from '../../../shared/messages/questions/payment-questions.ts';
import type { Accounts } from '../../accounts/index.ts';
import { type Consent, declined } from '../../consent.ts';
import type { Keys } from '../../encryption/index.ts';
import { paysAsShown } from '../cost/as-shown.ts';
import type { Drops } from './drops.ts';

/** Handles the calls about drops that are not in the list yet. */
export function dropHandlers(accounts: Accounts, drops: Drops, keys: Keys, consent: Consent): Handlers<'drops'> {
  return {
    'drops.weigh': async ({ paths, isPrivate }) => {
      // The account that is active at the drop. It may change before the approval.
      const accountId = accounts.activeId();
      // A private drop needs no approval here: the user chooses the readers later.
      const approval =
        isPrivate || keys.standard(accountId) !== 'public'
          ? success(null)
          : await approvePublic(accounts.find(accountId), keys, consent);
      return approval.ok ? drops.weigh(accountId, paths, isPrivate ? 'private' : 'if-needed') : approval;
    },
    'drops.prepare': async ({ accountId, paths, readers }) => {
      if (!accounts.has(accountId)) return failure({ code: 'unknown-account' });
      return drops.prepare(accountId, paths, readers);
    },
    'drops.weighed': ({ dropId }) => drops.weighed(dropId),
    'drops.asked': () => success({ dropIds: drops.asked(accounts.activeId()) }),
    'drops.forget': ({ dropId }) => drops.forget(dropId),
    'drops.add': async ({ dropId, ...how }) => {
      const drop = drops.find(dropId);
      if (drop === null) return failure({ code: 'drop-gone' });
      if (drop.isOfProgram && !isApproved(accounts.find(drop.accountId), how.approved))
        return failure({ code: 'not-as-shown' });
      const approval =
        how.readers.kind === 'public'
          ? await approvePublic(accounts.find(drop.accountId), keys, consent, drop.isPrivate ? drop.paths : [])
          : success(null);
      return approval.ok ? drops.answer(dropId, how) : approval;
    },
    'drops.choices': () => success(drops.choices(accounts.activeId())),
    'drops.choose': (choices) => drops.choose(accounts.activeId(), choices),
    'drops.givePassphrase': ({ ids, passphrase }) => drops.givePassphrase(ids, passphrase),
    'drops.leaveOut': ({ id }) => drops.leaveOut(id),
  };
}

function isApproved(account: Account | null, approved: CallInputs['drops.add']['approved']): boolean {
  if (account === null || approved === undefined) return false;
  // The practice service has no address before it has started, and costs nothing.
  return account.kind === 'practice' || paysAsShown(account, approved);
}

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
