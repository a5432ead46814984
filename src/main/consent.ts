import type { Question } from '../shared/bridge/confirmation.ts';
import { type Failure, failure, type Result, success } from '../shared/failures/failure.ts';

export const declined: Failure = {
  code: 'declined',
  message: 'Nothing was changed, because you did not confirm it in the small window.',
};

const oneAtATime: Failure = {
  code: 'question-open',
  message: 'Dropslip is still asking you something else, in a window of its own. Answer that first.',
};

/**
 * How it stands between the person and the questions. From `ready` a question leads to `asking`, and its answer back: a yes
 * ends all noes, a no counts with those before it, and after several of them nothing is asked for a while (`pauseAfter`).
 */
type Standing = { readonly kind: 'ready' | 'asking'; readonly noes: number; readonly lastNoAt: number };

const nothingAsked: Standing = { kind: 'ready', noes: 0, lastNoAt: Number.NEGATIVE_INFINITY };

/** So many noes in a row may be a slip or a change of mind; from then on each is followed by a pause. */
const NOES_BEFORE_PAUSE = 2;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** A no that is followed by none for this long has been forgotten when the next one comes. */
export const NOES_FORGOTTEN_AFTER_MS = 10 * 60_000;

/**
 * Puts questions to the person in a window that no page can reach, one at a time for all of the app, and none for a while
 * after noes: somebody who is asked over and over says yes in the end, or clicks it by mistake. No question waits in line
 * for another: a call that finds one open, or a pause, ends at once.
 */
export class Consent {
  readonly #confirm: (question: Question) => Promise<boolean>;
  readonly #monotonic: () => number;
  #standing: Standing = nothingAsked;

  /** `monotonic`: milliseconds of a clock that is never set; the process's own age unless said. */
  constructor(
    confirm: (question: Question) => Promise<boolean>,
    monotonic: () => number = () => process.uptime() * 1_000,
  ) {
    this.#confirm = confirm;
    this.#monotonic = monotonic;
  }

  /** Succeeds with a yes. Errors: `refusal` with a no, `question-open` while another question is, `questions-paused`. */
  async ask(question: Question, refusal: Failure): Promise<Result<null>> {
    const before = this.#standing;
    // Not even many questions at once: somebody who is flooded with them ends up agreeing to one.
    if (before.kind === 'asking') return failure(oneAtATime);
    const noes = this.#noesBeforeNow();
    const pauseLeft = pauseAfter(noes) - (this.#monotonic() - before.lastNoAt);
    if (pauseLeft > 0) return failure(pausedFor(pauseLeft, noes));
    this.#standing = { ...before, kind: 'asking' };
    // What could not be asked has no answer.
    let after = before;
    try {
      const confirmed = await this.#confirm(noes < NOES_BEFORE_PAUSE ? question : warned(question, noes));
      after = confirmed ? nothingAsked : this.#afterNo();
      return confirmed ? success(null) : failure(refusal);
    } finally {
      this.#standing = after;
    }
  }

  /** A question that was closed was answered with no. */
  #afterNo(): Standing {
    return { kind: 'ready', noes: this.#noesBeforeNow() + 1, lastNoAt: this.#monotonic() };
  }

  #noesBeforeNow(): number {
    const { noes, lastNoAt } = this.#standing;
    return this.#monotonic() - lastNoAt < NOES_FORGOTTEN_AFTER_MS ? noes : 0;
  }
}

/** Doubles with each further no. */
function pauseAfter(noes: number): number {
  if (noes < NOES_BEFORE_PAUSE) return 0;
  return Math.min(FIRST_PAUSE_MS * 2 ** (noes - NOES_BEFORE_PAUSE), LONGEST_PAUSE_MS);
}

function pausedFor(ms: number, noes: number): Failure {
  return {
    code: 'questions-paused',
    message: `Nothing was done: Dropslip asks you nothing for ${inWords(ms)}, because you did not confirm its last ${number(noes)} questions. If this is what you want, try it again then.`,
  };
}

function warned(question: Question, noes: number): Question {
  const warning = `You did not confirm the last ${number(noes)} questions. If you did not start this one yourself, choose Cancel.`;
  return { ...question, text: `${question.text} ${warning}` };
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
