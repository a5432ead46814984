import type { Failure } from '../shared/failures/failure.ts';
import { failureMessage } from '../shared/messages/failures/failure-message.ts';

/** The exit codes of all commands (docs/command-line.md). */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  uncertain: 3,
  'needs-approval': 4,
  unreachable: 5,
  cancelled: 130,
} as const;

export type Exit = keyof typeof exitCodes;

/** Ends the command with a sentence for the user. `code` is the machine-readable cause. */
export class CommandError extends Error {
  readonly exit: Exit;
  readonly code: string;

  constructor(exit: Exit, code: string, message: string) {
    super(message);
    this.exit = exit;
    this.code = code;
  }
}

/** Failures after which the user approves something, or tries later. All others mean that the command failed. */
const exitOf: { readonly [Code in Failure['code']]?: Exit } = {
  declined: 'needs-approval',
  'not-as-shown': 'needs-approval',
  'recipient-not-valid': 'usage',
  unreachable: 'unreachable',
  'not-ready': 'unreachable',
  'team-address-wrong': 'usage',
  'team-unreachable': 'unreachable',
};

export function errorOf(failure: Failure): CommandError {
  return new CommandError(exitOf[failure.code] ?? 'failed', failure.code, failureMessage(failure));
}

export function cancelled(): CommandError {
  return new CommandError('cancelled', 'cancelled', 'Cancelled.');
}

/** Rejects with `cancelled` once the user has cancelled. `work` goes on unnoticed. */
export function unlessCancelled<Value>(work: Promise<Value>, cancel: AbortSignal): Promise<Value> {
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => stopped.reject(cancelled());
  if (cancel.aborted) stop();
  cancel.addEventListener('abort', stop, { once: true });
  return Promise.race([work, stopped.promise]);
}
