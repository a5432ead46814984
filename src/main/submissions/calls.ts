import { success } from '../../shared/bridge/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import type { CallHandlers, FileCallHandlers } from '../electron/ipc.ts';
import { PaymentApproval, type PaymentApprovalParts } from './approval/payment-approval.ts';
import type { Outbox } from './index.ts';

type OutboxCallName = Extract<keyof CallHandlers, `outbox.${string}`>;
type OutboxCalls = Pick<CallHandlers, OutboxCallName>;

type OutboxFileCallParts = { readonly accounts: Accounts; readonly outbox: Outbox };
export type OutboxCallParts = OutboxFileCallParts & Pick<PaymentApprovalParts, 'consent' | 'locale'>;

const done = success(null);

/** The calls of the queue. */
export function outboxCalls(parts: OutboxCallParts): OutboxCalls {
  const { accounts, outbox } = parts;
  const approval = new PaymentApproval({
    ...parts,
    account: (accountId) => accounts.list().find(({ id }) => id === accountId) ?? null,
  });
  return {
    'outbox.cancel': async ({ ids }) => {
      await outbox.cancel(ids);
      return done;
    },
    'outbox.pause': async ({ ids }) => {
      await outbox.pause(ids);
      return done;
    },
    'outbox.resume': async ({ ids, why }) => {
      const approved = await approval.toResume(ids, why);
      if (!approved.ok) return approved;
      await outbox.resume(approved.value, why);
      return done;
    },
    'outbox.moveToFront': async ({ ids }) => {
      await outbox.moveToFront(ids);
      return done;
    },
    'outbox.retry': ({ ids }) => outbox.retry(ids, (tried) => approval.toRetry(tried)),
    'outbox.remove': async ({ ids }) => {
      const approved = await approval.toRemove(ids);
      if (!approved.ok) return approved;
      await outbox.remove(approved.value);
      return done;
    },
    'outbox.clearFinished': async () => {
      await outbox.clearFinished(accounts.activeId());
      return done;
    },
    'outbox.details': ({ id }) => outbox.details(id),
    'outbox.settleByHand': async (input) => {
      const approved = await approval.toSettle(input);
      return approved.ok
        ? outbox.settleByHand(input, (id, submissionId, check) => approval.toVouchFor(id, submissionId, check))
        : approved;
    },
    'outbox.settings': async (settings) => {
      // The one that was active when it was asked for: another may be by the time of the answer.
      const accountId = accounts.activeId();
      const approved = await approval.toSet(accountId, settings);
      if (!approved.ok) return approved;
      await outbox.changeSettings(accountId, settings);
      return done;
    },
  };
}

/** The calls that carry paths of real files. */
export function outboxFileCalls({ accounts, outbox }: OutboxFileCallParts): Pick<FileCallHandlers, 'outbox.add'> {
  return {
    'outbox.add': ({ paths }) => outbox.add(accounts.activeId(), paths),
  };
}
