import type { Separators } from '../shared/amounts.ts';
import { calls, type Handlers } from '../shared/bridge/bridge.ts';
import type { Call } from '../shared/bridge/call.ts';
import { failure, isResult, type Result, success } from '../shared/failures/failure.ts';
import { accountHandlers } from './accounts/index.ts';
import type { App } from './app.ts';
import { balanceHandlers } from './balances/index.ts';
import { depositHandlers } from './deposits/index.ts';
import { diagnosticHandlers } from './diagnostics/index.ts';
import { encryptionHandlers } from './encryption/index.ts';
import { lookupHandlers } from './lookup/index.ts';
import { networkHandlers } from './network/index.ts';
import { receiptHandlers } from './receipts/index.ts';
import { recordHandlers } from './records/index.ts';
import { retrievalHandlers } from './retrieval/index.ts';
import { dropHandlers, submissionHandlers } from './submissions/index.ts';
import { teamHandlers } from './team/index.ts';

/** The handlers of all calls that need no desktop. */
export type CoreHandlers = Handlers<
  | 'submissions'
  | 'drops'
  | 'accounts'
  | 'balances'
  | 'deposits'
  | 'receipts'
  | 'lookup'
  | 'diagnostics'
  | 'records'
  | 'network'
  | 'retrieval'
  | 'encryption'
  | 'team'
>;

/** The facts that calls need from the program around the features. */
type CallSurroundings = {
  /** The number format of the user's language. */
  readonly separators: () => Separators;
  readonly language: () => string;
  /** The path of a receipt that the user opened with the app; null if there is none with this id. */
  readonly openedReceipt: (openedId: string) => string | null;
  /** Moves a complete file to the user's downloads. */
  readonly saveFile: (path: string, fileName: string) => Promise<void>;
};

/** Connects each call that core can answer to its feature. */
export function coreHandlers({ features }: App, surroundings: CallSurroundings): CoreHandlers {
  const { separators, language, openedReceipt, saveFile } = surroundings;
  const { accounts, balances, deposits, creditOrders, records, submissions, keys, consent, events } = features;
  return {
    ...submissionHandlers(accounts, submissions, consent, separators),
    ...dropHandlers(accounts, submissions.drops, keys, consent),
    ...accountHandlers(accounts, events),
    ...balanceHandlers(accounts, balances),
    ...depositHandlers(accounts, deposits, creditOrders, consent, separators, language),
    ...receiptHandlers(features.receipts, features.verifier, features.receiptImports, openedReceipt),
    ...lookupHandlers(features.lookup, features.recentLookups, features.fileLookup),
    ...diagnosticHandlers(features.diagnostics),
    ...recordHandlers(accounts, records, saveFile),
    ...networkHandlers(features.networkChecks),
    ...retrievalHandlers(features.retrievals),
    ...encryptionHandlers(keys),
    ...teamHandlers(features.team),
  };
}

export const refused: Result<never> = failure({ code: 'refused' });

/** Returns the entry of a call that `handlers` can answer; null for any other name. */
export function callNamed(handlers: Partial<Handlers>, name: unknown): Call | null {
  if (typeof name !== 'string' || !Object.hasOwn(handlers, name) || !Object.hasOwn(calls, name)) return null;
  return calls[name as keyof typeof calls];
}

/** Parses the input of a call and answers it. `onProblem` receives errors that are no answer. */
export async function answerCall(
  handlers: Partial<Handlers>,
  name: string,
  input: unknown,
  onProblem: (name: string, error: unknown) => void,
): Promise<Result<unknown>> {
  const entry = callNamed(handlers, name);
  const read = entry?.read(input) ?? null;
  if (entry === null || read === null) return refused;
  try {
    const handle: (input: never) => unknown = Reflect.get(handlers, name);
    const answer: unknown = await Reflect.apply(handle, handlers, [read.value]);
    if (isResult(answer) && (entry.hasAnswer || !answer.ok)) return answer;
    if (entry.hasAnswer) throw new Error('The handler has not answered.');
    return success(null);
  } catch (error) {
    onProblem(name, error);
    return failure({ code: 'internal' });
  }
}
