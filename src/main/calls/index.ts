import { success } from '../../shared/failure.ts';
import type { CallHandlers, FileCallHandlers } from '../shell/ipc.ts';
import { type AccountCallParts, accountCalls } from './accounts.ts';
import { type OutboxCallParts, outboxCalls, outboxFileCalls } from './outbox.ts';

export type CallParts = AccountCallParts &
  OutboxCallParts & {
    readonly version: string;
    readonly copyText: (text: string) => void;
  };

/** What each call of the bridge does: a few lines each, into the feature that it belongs to. */
export function callHandlers(parts: CallParts): {
  readonly calls: Partial<CallHandlers>;
  readonly fileCalls: FileCallHandlers;
} {
  const { accounts, outbox } = parts;
  return {
    calls: {
      'app.snapshot': () =>
        success({
          version: parts.version,
          accounts: accounts.list(),
          activeAccountId: accounts.activeId(),
          ...outbox.view(accounts.activeId()),
          queueSettings: { atOnce: 'automatic', stopLine: null },
        }),
      'app.copyText': ({ text }) => {
        parts.copyText(text);
        return success(null);
      },
      ...outboxCalls(parts),
      ...accountCalls(parts),
    },
    fileCalls: outboxFileCalls(parts),
  };
}
