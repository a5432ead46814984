import type { z } from 'zod';
import type { Result } from '../failures/failure.ts';
import { accountCalls } from './accounts.ts';
import {
  aboutCalls,
  appCalls,
  type appEvents,
  desktopCalls,
  type desktopEvents,
  diagnosticsCalls,
  preferenceCalls,
} from './app.ts';
import { balanceCalls, balanceEvents } from './balances.ts';
import type { FileChoice, Immutable, WindowEventEntry } from './call.ts';
import { depositCalls, depositEvents } from './deposits.ts';
import { dropCalls, dropEvents } from './drops.ts';
import { encryptionCalls } from './encryption.ts';
import { lookupCalls, lookupEvents } from './lookup.ts';
import { networkCalls } from './network.ts';
import { receiptCalls, receiptEvents } from './receipts.ts';
import { recordCalls, recordEvents } from './records.ts';
import { retrievalCalls, retrievalEvents } from './retrieval.ts';
import { submissionCalls, submissionEvents } from './submissions.ts';
import { teamCalls, teamEvents } from './team.ts';
import { updateCalls, updateEvents } from './updates.ts';

/**
 * The whole bridge between window and main: one file per feature, one entry per call. Main parses the input of a call
 * with its entry and runs the handler of the same name. All bridge types derive from this list.
 */
export const calls = {
  ...appCalls,
  ...desktopCalls,
  ...aboutCalls,
  ...submissionCalls,
  ...dropCalls,
  ...accountCalls,
  ...balanceCalls,
  ...depositCalls,
  ...receiptCalls,
  ...lookupCalls,
  ...diagnosticsCalls,
  ...recordCalls,
  ...preferenceCalls,
  ...retrievalCalls,
  ...encryptionCalls,
  ...networkCalls,
  ...teamCalls,
  ...updateCalls,
} as const;

type Calls = typeof calls;
type NamesFor<HasFiles extends boolean> = {
  [Name in keyof Calls]: Calls[Name]['hasFiles'] extends HasFiles ? Name : never;
}[keyof Calls];

export type CallName = NamesFor<false>;
/** Calls about files that the user gave. */
type FileCallName = NamesFor<true>;
export type CallInputs = { readonly [Name in keyof Calls]: Immutable<z.output<Calls[Name]['input']>> };
export type CallAnswers = { readonly [Name in keyof Calls]: Calls[Name]['answer'] };

type Handler<Name extends keyof Calls> = (
  input: CallInputs[Name],
) => [CallAnswers[Name]] extends [null] ? void : Result<CallAnswers[Name]> | Promise<Result<CallAnswers[Name]>>;

/**
 * Main's handlers for the calls of a feature. A handler without an answer returns a failure, or anything else for
 * success.
 */
export type Handlers<Feature extends string = string> = {
  readonly [Name in Extract<keyof Calls, `${Feature}.${string}`>]: Handler<Name>;
};

export const featureEvents = {
  ...submissionEvents,
  ...dropEvents,
  ...balanceEvents,
  ...depositEvents,
  ...receiptEvents,
  ...lookupEvents,
  ...recordEvents,
  ...retrievalEvents,
  ...teamEvents,
  ...updateEvents,
} as const;

type Carried<Events extends Readonly<Record<string, WindowEventEntry<unknown>>>> = {
  readonly [Kind in keyof Events]: Events[Kind]['carried'];
};
type EventsOf<Map> = { [Kind in keyof Map]: { readonly kind: Kind } & Map[Kind] }[keyof Map];

export type FeatureEvents = Carried<typeof featureEvents>;
export type AppEvents = Carried<typeof appEvents & typeof desktopEvents>;
/** An event that main pushes to the window. */
export type WindowEvent = EventsOf<FeatureEvents & AppEvents>;

/** The page sends no paths: main adds them. */
type WithoutPaths<Input> = Input extends unknown ? Omit<Input, 'paths'> : never;

export type WindowApi = {
  readonly call: <Name extends CallName>(name: Name, input: CallInputs[Name]) => Promise<Result<CallAnswers[Name]>>;
  /**
   * Shows the system's dialog. Needs a recent click or key press of the user. Returns an empty list if the user
   * cancels.
   */
  readonly chooseFiles: (what: FileChoice) => Promise<readonly File[]>;
  /** Takes the files of a drop, a paste or `chooseFiles`. Files to send can be used only once and immediately. */
  readonly callWithFiles: <Name extends FileCallName>(
    name: Name,
    files: readonly File[],
    input: WithoutPaths<CallInputs[Name]>,
  ) => Promise<Result<CallAnswers[Name]>>;
  /** Returns a function that removes the listener. */
  readonly onEvent: (listener: (event: WindowEvent) => void) => () => void;
};
