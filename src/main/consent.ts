import type { Question } from '../shared/confirmation.ts';
import { type Failure, failure, type Result, success } from '../shared/failure.ts';

export const declined: Failure = {
  code: 'declined',
  message: 'Nothing was changed, because you did not confirm it in the small window.',
};

const oneAtATime: Failure = {
  code: 'question-open',
  message: 'Dropslip is still asking you something else, in a window of its own. Answer that first.',
};

/** Puts questions to the person in a window that no page can reach, one at a time for all of the app. */
export class Consent {
  readonly #confirm: (question: Question) => Promise<boolean>;
  #asking = false;

  constructor(confirm: (question: Question) => Promise<boolean>) {
    this.#confirm = confirm;
  }

  /** Succeeds with a yes. Errors: `refusal` with a no, `question-open` while another question is. */
  async ask(question: Question, refusal: Failure): Promise<Result<null>> {
    // Not even many questions at once: somebody who is flooded with them ends up agreeing to one.
    if (this.#asking) return failure(oneAtATime);
    this.#asking = true;
    try {
      return (await this.#confirm(question)) ? success(null) : failure(refusal);
    } finally {
      this.#asking = false;
    }
  }
}
