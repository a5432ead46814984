import type { Question } from '../shared/confirmation.ts';
import { type Failure, failure, type Result, success } from '../shared/failure.ts';
import { QuestionCooldown } from './question-cooldown.ts';

export const declined: Failure = {
  code: 'declined',
  message: 'Nothing was changed, because you did not confirm it in the small window.',
};

const oneAtATime: Failure = {
  code: 'question-open',
  message: 'Dropslip is still asking you something else, in a window of its own. Answer that first.',
};

/**
 * Puts questions to the person in a window that no page can reach, one at a time for all of the app, and none for a while
 * after noes. No question waits in line for another: a call that finds one open, or a pause, ends at once.
 */
export class Consent {
  readonly #confirm: (question: Question) => Promise<boolean>;
  readonly #cooldown: QuestionCooldown;
  #asking = false;

  /** `monotonic`: milliseconds of a clock that is never set; the process's own age unless said. */
  constructor(
    confirm: (question: Question) => Promise<boolean>,
    monotonic: () => number = () => process.uptime() * 1_000,
  ) {
    this.#confirm = confirm;
    this.#cooldown = new QuestionCooldown(monotonic);
  }

  /** Succeeds with a yes. Errors: `refusal` with a no, `question-open` while another question is, `questions-paused`. */
  async ask(question: Question, refusal: Failure): Promise<Result<null>> {
    // Not even many questions at once: somebody who is flooded with them ends up agreeing to one.
    if (this.#asking) return failure(oneAtATime);
    const paused = this.#cooldown.refusal();
    if (paused !== null) return failure(paused);
    const warning = this.#cooldown.warning();
    const text = warning === null ? question.text : `${question.text} ${warning}`;
    this.#asking = true;
    try {
      const confirmed = await this.#confirm({ ...question, text });
      this.#cooldown.answered(confirmed);
      return confirmed ? success(null) : failure(refusal);
    } finally {
      this.#asking = false;
    }
  }
}
