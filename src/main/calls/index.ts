import type { CallInputs, Snapshot } from '../../shared/api.ts';
import { success } from '../../shared/failure.ts';
import type { CallHandlers, FileCallHandlers } from '../shell/ipc.ts';
import { type AccountCallParts, accountCalls } from './accounts.ts';
import { type OutboxCallParts, outboxCalls, outboxFileCalls } from './outbox.ts';

export type CallParts = AccountCallParts &
  OutboxCallParts & {
    readonly snapshot: () => Snapshot;
    readonly copyText: (text: string) => Promise<void>;
    readonly onCloseAnswer: (answer: CallInputs['app.close']['answer']) => void;
  };

/** What each call of the bridge does: a few lines each, into the feature that it belongs to. */
export function callHandlers(parts: CallParts): {
  readonly calls: CallHandlers;
  readonly fileCalls: FileCallHandlers;
} {
  return {
    calls: {
      'app.snapshot': () => success(parts.snapshot()),
      'app.copyText': async ({ text }) => {
        await parts.copyText(text);
        return success(null);
      },
      'app.close': ({ answer }) => {
        parts.onCloseAnswer(answer);
        return success(null);
      },
      ...outboxCalls(parts),
      ...accountCalls(parts),
    },
    fileCalls: outboxFileCalls(parts),
  };
}
