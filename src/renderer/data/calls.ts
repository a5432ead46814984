import type { CallAnswers, CallInputs, CallName, WindowApi } from '../../shared/bridge/bridge.ts';
import type { Failure, Result } from '../../shared/failures/failure.ts';
import { failureMessage } from '../../shared/messages/failures/failure-message.ts';

/** Main could not answer: its failure, for those who await an answer and nothing else. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failureMessage(failure));
    this.failure = failure;
  }
}

/** Asks main. A failure is thrown as `CallFailed`. */
export async function ask<Name extends CallName>(name: Name, input: CallInputs[Name]): Promise<CallAnswers[Name]> {
  const answer = await windowApi().call(name, input);
  if (!answer.ok) throw new CallFailed(answer.error);
  return answer.value;
}

/** Has main change something. Null when it did. */
export async function change<Name extends CallName>(name: Name, input: CallInputs[Name]): Promise<Failure | null> {
  const answer: Result<unknown> = await windowApi().call(name, input);
  return answer.ok ? null : answer.error;
}

declare global {
  interface Window {
    /** Put there by the preload: all that the window knows of the world outside. */
    readonly dropslip: WindowApi;
  }
}

export function windowApi(): WindowApi {
  return window.dropslip;
}
