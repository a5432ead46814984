import type { Separators } from '../../shared/amounts.ts';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import { failure, success } from '../../shared/failures/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Consent } from '../consent.ts';
import { PaymentApproval } from './approval/payment-approval.ts';
import type { Submissions } from './submissions.ts';

/** Handles the window's calls to the queue. */
export function submissionHandlers(
  accounts: Accounts,
  submissions: Submissions,
  consent: Consent,
  separators: () => Separators,
): Handlers<'submissions'> {
  const account = (accountId: string) => accounts.list().find(({ id }) => id === accountId) ?? null;
  const approval = new PaymentApproval(submissions, account, consent, separators);
  return {
    'submissions.cancel': ({ ids }) => submissions.commands.cancel(ids),
    'submissions.pause': ({ ids }) => submissions.commands.pause(ids),
    'submissions.resume': async ({ ids, why }) => {
      const approved = await approval.toResume(ids, why);
      return approved.ok ? submissions.commands.resume(approved.value, why) : approved;
    },
    'submissions.moveToFront': ({ ids }) => submissions.commands.moveToFront(ids),
    'submissions.retry': ({ ids }) => submissions.commands.retry(ids, (tried) => approval.toRetry(tried)),
    'submissions.remove': async ({ ids }) => success(await submissions.removals.remove(ids)),
    'submissions.discard': async ({ ids }) => {
      await submissions.commands.cancel(ids);
      await submissions.removals.discard(ids);
      return success(null);
    },
    'submissions.clearFinished': async () => success(await submissions.clearFinished(accounts.activeId())),
    'submissions.undoRemoval': async () => success(await submissions.removals.undo(accounts.activeId())),
    'submissions.details': ({ id }) => submissions.details(id),
    'submissions.rows': ({ ids }) => success(submissions.rows(ids)),
    'submissions.parts': (input) => submissions.partsOf(input),
    'submissions.settleByHand': (input) => submissions.byHand.settle(input),
    'submissions.sendAgain': ({ ids }) => submissions.byHand.sendAgain(ids, (open) => approval.toSendAgain(open)),
    'submissions.approve': async (shown) => {
      const approved = await approval.toApprove(shown);
      return approved.ok ? submissions.commands.approve(approved.value.ids, approved.value.beyondLimit) : approved;
    },
    'submissions.payloadLimit': ({ accountId }) =>
      accounts.has(accountId)
        ? success(submissions.payloadLimits.shown(accountId))
        : failure({ code: 'unknown-account' }),
    'submissions.setPayloadLimit': async ({ accountId, bytes }) => {
      if (!accounts.has(accountId)) return failure({ code: 'unknown-account' });
      await submissions.payloadLimits.set(accountId, bytes);
      return success(null);
    },
    'submissions.settings': async (settings) => {
      // The account that is active at the call. It may change before the approval.
      const accountId = accounts.activeId();
      const approved = await approval.toSet(accountId, settings);
      return approved.ok ? submissions.changeSettings(accountId, settings) : approved;
    },
  };
}
