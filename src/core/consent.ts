import type { Question } from '../shared/bridge/ipc.ts';
import { type Failure, failure, type Result, success } from '../shared/failures/failure.ts';
import { warningAfterNoes } from '../shared/messages/failures/app.ts';

export const declined: Failure = { code: 'declined', values: { what: 'change' } };

/**
 * How it stands between the person and the questions. From `ready` a question leads to `asking`, and its answer back: a yes
 * ends all noes, a no counts with those before it, and after several of them nothing is asked for a while (`pauseAfter`).
 */
type ConsentState = { readonly kind: 'ready' | 'asking'; readonly noes: number; readonly lastNoAt: number };

const nothingAsked: ConsentState = { kind: 'ready', noes: 0, lastNoAt: Number.NEGATIVE_INFINITY };

/** Asks the person; false also once `withdrawn`. */
type Confirm = (question: Question, withdrawn?: AbortSignal) => Promise<boolean>;

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
  readonly #confirm: Confirm;
  readonly #monotonic: () => number;
  #state: ConsentState = nothingAsked;

  /** `monotonic`: milliseconds of a clock that is never set; the process's own age unless said. */
  constructor(confirm: Confirm, monotonic: () => number = () => process.uptime() * 1_000) {
    this.#confirm = confirm;
    this.#monotonic = monotonic;
  }

  /**
   * Succeeds with a yes. Errors: `refusal` with a no, `question-open` while another question is, `questions-paused`. Once
   * `withdrawn` the question closes, and that is a no as any other: a page must not be able to ask over and over by that.
   */
  async ask(question: Question, refusal: Failure, withdrawn?: AbortSignal): Promise<Result<null>> {
    const before = this.#state;
    // Not even many questions at once: somebody who is flooded with them ends up agreeing to one.
    if (before.kind === 'asking') return failure({ code: 'question-open' });
    const noes = this.#noesBeforeNow();
    const pauseLeft = pauseAfter(noes) - (this.#monotonic() - before.lastNoAt);
    if (pauseLeft > 0) {
      return failure({ code: 'questions-paused', values: { seconds: Math.ceil(pauseLeft / 1_000), noes } });
    }
    this.#state = { ...before, kind: 'asking' };
    // What could not be asked has no answer.
    let after = before;
    try {
      const confirmed = await this.#confirm(noes < NOES_BEFORE_PAUSE ? question : warned(question, noes), withdrawn);
      after = confirmed ? nothingAsked : this.#afterNo();
      return confirmed ? success(null) : failure(refusal);
    } finally {
      this.#state = after;
    }
  }

  /** A question that was closed was answered with no. */
  #afterNo(): ConsentState {
    return { kind: 'ready', noes: this.#noesBeforeNow() + 1, lastNoAt: this.#monotonic() };
  }

  #noesBeforeNow(): number {
    const { noes, lastNoAt } = this.#state;
    return this.#monotonic() - lastNoAt < NOES_FORGOTTEN_AFTER_MS ? noes : 0;
  }
}

/** Doubles with each further no. */
function pauseAfter(noes: number): number {
  if (noes < NOES_BEFORE_PAUSE) return 0;
  return Math.min(FIRST_PAUSE_MS * 2 ** (noes - NOES_BEFORE_PAUSE), LONGEST_PAUSE_MS);
}

function warned(question: Question, noes: number): Question {
  return { ...question, text: `${question.text} ${warningAfterNoes(noes)}` };
}
