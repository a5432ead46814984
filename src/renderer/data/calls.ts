import type { CallAnswers, CallInputs, CallName, WindowApi } from '../../shared/bridge/bridge.ts';
import type { Failure, Result } from '../../shared/failures/failure.ts';
import { failureMessage } from '../../shared/messages/failures/failure-message.ts';

/** Main returned a failure. For callers that only await an answer. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failureMessage(failure));
    this.failure = failure;
  }
}

/** Calls main for an answer. Throws a failure as `CallFailed`. */
export async function ask<Name extends CallName>(name: Name, input: CallInputs[Name]): Promise<CallAnswers[Name]> {
  const answer = await windowApi().call(name, input);
  if (!answer.ok) throw new CallFailed(answer.error);
  return answer.value;
}

/** Calls main for a change. Returns null on success. */
export async function change<Name extends CallName>(name: Name, input: CallInputs[Name]): Promise<Failure | null> {
  const answer: Result<unknown> = await windowApi().call(name, input);
  return answer.ok ? null : answer.error;
}

declare global {
  interface Window {
    /** Set by the preload script. The window's only access to main. */
    readonly dropslip: WindowApi;
  }
}

export function windowApi(): WindowApi {
  return window.dropslip;
}
