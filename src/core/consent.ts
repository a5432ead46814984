import { AsyncLocalStorage } from 'node:async_hooks';
import type { Question } from '../shared/bridge/ipc.ts';
import { type Failure, failure, type Result, success } from '../shared/failures/failure.ts';

export const declined: Failure = { code: 'declined' };

/** Shows the question to the user. Resolves with false if the user declines, or once `withdrawn`. */
export type Confirm = (question: Question, withdrawn?: AbortSignal) => Promise<boolean>;

const caller = new AsyncLocalStorage<Confirm>();

/** Runs `work` for a caller outside the window, such as the command line. Its questions go to that caller. */
export function askingCaller<Answer>(confirm: Confirm, work: () => Answer): Answer {
  return caller.run(confirm, work);
}

/**
 * Asks for approval in a window that pages cannot control, one question at a time for the whole app. Questions are not
 * queued: a call during an open question fails at once.
 */
export class Consent {
  readonly #confirm: Confirm;
  #isAsking = false;

  constructor(confirm: Confirm) {
    this.#confirm = confirm;
  }

  /**
   * Succeeds if the user approves. Fails with `refusal` if they decline, and with `question-open` if another question
   * is open.
   */
  async ask(question: Question, refusal: Failure, withdrawn?: AbortSignal): Promise<Result<null>> {
    const confirm = caller.getStore();
    if (confirm !== undefined) return (await confirm(question, withdrawn)) ? success(null) : failure(refusal);
    // Users who are flooded with questions may approve one by mistake.
    if (this.#isAsking) return failure({ code: 'question-open' });
    this.#isAsking = true;
    try {
      return (await this.#confirm(question, withdrawn)) ? success(null) : failure(refusal);
    } finally {
      this.#isAsking = false;
    }
  }
}
