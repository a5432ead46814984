import { success } from '../../shared/failure.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Outbox } from '../outbox/index.ts';
import type { CallHandlers, FileCallHandlers } from '../shell/ipc.ts';

type OutboxCallName = Extract<keyof CallHandlers, `outbox.${string}`>;
type OutboxCalls = Pick<CallHandlers, OutboxCallName>;

export type OutboxCallParts = { readonly accounts: Accounts; readonly outbox: Outbox };

const done = success(null);

/** The calls of the queue. */
export function outboxCalls({ accounts, outbox }: OutboxCallParts): OutboxCalls {
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
      await outbox.resume(ids, why);
      return done;
    },
    'outbox.moveToFront': async ({ ids }) => {
      await outbox.moveToFront(ids);
      return done;
    },
    'outbox.retry': async ({ ids }) => {
      await outbox.retry(ids);
      return done;
    },
    'outbox.remove': async ({ ids }) => {
      await outbox.remove(ids);
      return done;
    },
    'outbox.clearFinished': async () => {
      await outbox.clearFinished(accounts.activeId());
      return done;
    },
    'outbox.details': ({ id }) => outbox.details(id),
    'outbox.settleByHand': (input) => outbox.settleByHand(input),
    'outbox.settings': async (settings) => {
      await outbox.changeSettings(accounts.activeId(), settings);
      return done;
    },
  };
}

/** The calls that carry paths of real files. */
export function outboxFileCalls({ accounts, outbox }: OutboxCallParts): Pick<FileCallHandlers, 'outbox.add'> {
  return {
    'outbox.add': ({ paths }) => outbox.add(accounts.activeId(), paths),
  };
}
