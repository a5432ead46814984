import { type Accounts, accountHandlers } from '../core/accounts/index.ts';
import { type Balances, balanceHandlers } from '../core/balances/index.ts';
import { type Deposits, depositHandlers } from '../core/deposits/index.ts';
import { type Diagnostics, diagnosticHandlers } from '../core/diagnostics/index.ts';
import type { DomainEvents } from '../core/domain-events.ts';
import { type EncryptionHandlerParts, encryptionHandlers } from '../core/encryption/index.ts';
import { type Lookup, lookupHandlers } from '../core/lookup/index.ts';
import { type NetworkChecks, networkHandlers } from '../core/network/index.ts';
import { type ReceiptHandlerParts, receiptHandlers } from '../core/receipts/index.ts';
import { type Records, recordHandlers } from '../core/records/index.ts';
import { type Retrievals, retrievalHandlers } from '../core/retrieval/index.ts';
import {
  type DropHandlerParts,
  dropHandlers,
  type SubmissionHandlerParts,
  submissionHandlers,
} from '../core/submissions/index.ts';
import type { DesktopState, Snapshot } from '../shared/bridge/app.ts';
import type { CallInputs, Handlers } from '../shared/bridge/bridge.ts';
import { type Result, success } from '../shared/failures/failure.ts';
import { separatorsForQuestions } from '../shared/formats.ts';
import { type AboutHandlerParts, aboutHandlers } from './about.ts';
import { type PreferenceHandlerParts, preferenceHandlers } from './preferences/preferences.ts';
import { type UpdateHandlerParts, updateHandlers } from './updates/calls.ts';

type HandlerParts = AboutHandlerParts &
  SubmissionHandlerParts &
  DropHandlerParts &
  ReceiptHandlerParts &
  PreferenceHandlerParts &
  UpdateHandlerParts &
  EncryptionHandlerParts & {
    readonly accounts: Accounts;
    readonly events: DomainEvents;
    readonly balances: Balances;
    readonly deposits: Deposits;
    readonly records: Records;
    readonly saveFile: Parameters<typeof recordHandlers>[2];
    /** The locale for times. */
    readonly locale: () => string;
    readonly diagnostics: Diagnostics;
    readonly lookup: Lookup;
    readonly networkChecks: NetworkChecks;
    readonly retrievals: Retrievals;
    readonly snapshot: () => Snapshot;
    readonly showSaved: (savedId: string) => Result<null>;
    readonly copyText: (text: string) => Promise<void>;
    readonly desktop: {
      readonly state: () => Promise<Result<DesktopState>>;
      readonly setStartAtLogin: (on: boolean) => Promise<Result<DesktopState>>;
    };
    readonly onCloseAnswer: (answer: CallInputs['app.close']['answer']) => void;
  };

/** Connects each call of the bridge to the feature that answers it. */
export function callHandlers(parts: HandlerParts): Handlers {
  const { preferences, separators } = parts;
  const asking = {
    ...parts,
    separators: () => separatorsForQuestions(preferences.chosen.numberFormat, separators()),
  };
  return {
    'app.snapshot': () => success(parts.snapshot()),
    'app.copyText': ({ text }) => parts.copyText(text),
    'app.showSaved': ({ savedId }) => parts.showSaved(savedId),
    'app.close': ({ answer }) => parts.onCloseAnswer(answer),
    'desktop.state': () => parts.desktop.state(),
    'desktop.startAtLogin': ({ on }) => parts.desktop.setStartAtLogin(on),
    ...aboutHandlers(parts),
    ...submissionHandlers(asking),
    ...dropHandlers(parts),
    ...accountHandlers(parts.accounts, parts.events),
    ...balanceHandlers(parts.accounts, parts.balances),
    ...depositHandlers(parts.accounts, parts.deposits, parts.consent, asking.separators, parts.locale),
    ...receiptHandlers(parts),
    ...lookupHandlers(parts),
    ...diagnosticHandlers(parts),
    ...recordHandlers(parts.accounts, parts.records, parts.saveFile),
    ...networkHandlers(parts),
    ...preferenceHandlers(parts),
    ...retrievalHandlers(parts),
    ...encryptionHandlers(parts),
    ...updateHandlers(parts),
  };
}
