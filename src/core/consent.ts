import type { Question } from '../shared/bridge/ipc.ts';
import { type Failure, failure, type Result, success } from '../shared/failures/failure.ts';

export const declined: Failure = { code: 'declined' };

/** Shows the question to the user. Resolves with false if the user declines, or once `withdrawn`. */
type Confirm = (question: Question, withdrawn?: AbortSignal) => Promise<boolean>;

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
