import type { CallInputs, Snapshot } from '../shared/bridge/bridge.ts';
import { success } from '../shared/bridge/failure.ts';
import { type AccountCallParts, accountCalls } from './accounts/index.ts';
import { type BalanceCallParts, balanceCalls } from './balances/index.ts';
import { type DepositCallParts, depositCalls } from './deposits/index.ts';
import { type DiagnosticsCallParts, diagnosticsCalls } from './diagnostics/index.ts';
import type { CallHandlers, FileCallHandlers } from './electron/ipc.ts';
import type { SavedFiles } from './electron/saved-files.ts';
import { type LookupCallParts, lookupCalls, lookupFileCalls } from './lookup/index.ts';
import { type ReceiptCallParts, receiptCalls, receiptFileCalls } from './receipts/index.ts';
import { type RecordsCallParts, recordsCalls } from './records/index.ts';
import { type SubmissionsCallParts, submissionsCalls, submissionsFileCalls } from './submissions/index.ts';

export type CallParts = AccountCallParts &
  BalanceCallParts &
  DepositCallParts &
  SubmissionsCallParts &
  ReceiptCallParts &
  LookupCallParts &
  DiagnosticsCallParts &
  RecordsCallParts & {
    readonly snapshot: () => Snapshot;
    readonly savedFiles: SavedFiles;
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
      'app.showSaved': ({ savedId }) => parts.savedFiles.show(savedId),
      'app.close': ({ answer }) => {
        parts.onCloseAnswer(answer);
        return success(null);
      },
      ...submissionsCalls(parts),
      ...accountCalls(parts),
      ...balanceCalls(parts),
      ...depositCalls(parts),
      ...receiptCalls(parts),
      ...lookupCalls(parts),
      ...diagnosticsCalls(parts),
      ...recordsCalls(parts),
    },
    fileCalls: { ...submissionsFileCalls(parts), ...receiptFileCalls(parts), ...lookupFileCalls(parts) },
  };
}
