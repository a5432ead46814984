import type { Question } from '../shared/bridge/confirmation.ts';
import { type Failure, failure, type Result, success } from '../shared/bridge/failure.ts';

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

/** So many noes in a row may be a slip or a change of mind; from then on each is followed by a pause. */
const NOES_BEFORE_PAUSE = 2;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** A no that is followed by none for this long has been forgotten when the next one comes. */
export const NOES_FORGOTTEN_AFTER_MS = 10 * 60_000;

/**
 * Counts the noes to questions, whatever they were about, and says for how long nothing is asked after them. Somebody who is
 * asked over and over says yes in the end, or clicks it by mistake. The pause doubles with each further no; a yes ends it all.
 * `monotonic`: milliseconds of a clock that is never set.
 */
export class QuestionCooldown {
  readonly #monotonic: () => number;
  #noes = 0;
  #lastNoAt = Number.NEGATIVE_INFINITY;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** To be told of each answer; a question that was closed was answered with no. */
  answered(confirmed: boolean): void {
    if (confirmed) {
      this.#noes = 0;
      return;
    }
    this.#noes = this.#currentNoes() + 1;
    this.#lastNoAt = this.#monotonic();
  }

  /** Why nothing is asked now; null when it is. */
  refusal(): Failure | null {
    const noes = this.#currentNoes();
    const left = pauseAfter(noes) - (this.#monotonic() - this.#lastNoAt);
    if (left <= 0) return null;
    return {
      code: 'questions-paused',
      message: `Nothing was done: Dropslip asks you nothing for ${inWords(left)}, because you did not confirm its last ${number(noes)} questions. If this is what you want, try it again then.`,
    };
  }

  /** What a question that comes all the same says besides; null when there were no noes to speak of. */
  warning(): string | null {
    const noes = this.#currentNoes();
    if (noes < NOES_BEFORE_PAUSE) return null;
    return `You did not confirm the last ${number(noes)} questions. If you did not start this one yourself, choose Cancel.`;
  }

  #currentNoes(): number {
    return this.#monotonic() - this.#lastNoAt < NOES_FORGOTTEN_AFTER_MS ? this.#noes : 0;
  }
}

function pauseAfter(noes: number): number {
  if (noes < NOES_BEFORE_PAUSE) return 0;
  return Math.min(FIRST_PAUSE_MS * 2 ** (noes - NOES_BEFORE_PAUSE), LONGEST_PAUSE_MS);
}

/** Never less than is left: who waits that long is asked. */
function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds === 1) return '1 second';
  return seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

function number(count: number): string {
  return count === 2 ? 'two' : String(count);
}
