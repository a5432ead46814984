import { success } from '../../shared/bridge/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import type { CallHandlers, FileCallHandlers } from '../electron/ipc.ts';
import { PaymentApproval, type PaymentApprovalParts } from './approval/payment-approval.ts';
import type { Submissions } from './index.ts';

type SubmissionsCallName = Extract<keyof CallHandlers, `submissions.${string}`>;
type SubmissionsCalls = Pick<CallHandlers, SubmissionsCallName>;

type SubmissionsFileCallParts = { readonly accounts: Accounts; readonly submissions: Submissions };
export type SubmissionsCallParts = SubmissionsFileCallParts & Pick<PaymentApprovalParts, 'consent' | 'locale'>;

const done = success(null);

/** The calls of the queue. */
export function submissionsCalls(parts: SubmissionsCallParts): SubmissionsCalls {
  const { accounts, submissions } = parts;
  const approval = new PaymentApproval({
    ...parts,
    account: (accountId) => accounts.list().find(({ id }) => id === accountId) ?? null,
  });
  return {
    'submissions.cancel': async ({ ids }) => {
      await submissions.cancel(ids);
      return done;
    },
    'submissions.pause': async ({ ids }) => {
      await submissions.pause(ids);
      return done;
    },
    'submissions.resume': async ({ ids, why }) => {
      const approved = await approval.toResume(ids, why);
      if (!approved.ok) return approved;
      await submissions.resume(approved.value, why);
      return done;
    },
    'submissions.moveToFront': async ({ ids }) => {
      await submissions.moveToFront(ids);
      return done;
    },
    'submissions.retry': ({ ids }) => submissions.retry(ids, (tried) => approval.toRetry(tried)),
    'submissions.remove': async ({ ids }) => {
      const approved = await approval.toRemove(ids);
      if (!approved.ok) return approved;
      await submissions.remove(approved.value);
      return done;
    },
    'submissions.clearFinished': async () => {
      await submissions.clearFinished(accounts.activeId());
      return done;
    },
    'submissions.details': ({ id }) => submissions.details(id),
    'submissions.settleByHand': async (input) => {
      const approved = await approval.toSettle(input);
      return approved.ok
        ? submissions.settleByHand(input, (id, submissionId, check) => approval.toVouchFor(id, submissionId, check))
        : approved;
    },
    'submissions.settings': async (settings) => {
      // The one that was active when it was asked for: another may be by the time of the answer.
      const accountId = accounts.activeId();
      const approved = await approval.toSet(accountId, settings);
      if (!approved.ok) return approved;
      await submissions.changeSettings(accountId, settings);
      return done;
    },
  };
}

/** The calls that carry paths of real files. */
export function submissionsFileCalls({
  accounts,
  submissions,
}: SubmissionsFileCallParts): Pick<FileCallHandlers, 'submissions.add'> {
  return {
    'submissions.add': ({ paths }) => submissions.add(accounts.activeId(), paths),
  };
}
