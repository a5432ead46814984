/** Long enough to read a question that has just come up. */
const READ_FIRST_MS = 500;
/** Nobody who types thinks for as long between two keys. */
const TYPING_MS = 2_000;

/** What a yes depends on. Instants are by the clock of the page, in milliseconds; null: not now. */
export type Readiness = {
  /** The end of what the question is about was in view: what is further down may be what decides. */
  readonly isRead: boolean;
  readonly inFrontSince: number | null;
  readonly typedAt: number | null;
  /** Since when the yes has the keyboard. */
  readonly focusedSince: number | null;
};

export type ReadinessEvent =
  | { readonly kind: 'end-seen' }
  | { readonly kind: 'came-to-front' | 'left-front' | 'typed' | 'yes-focused' | 'yes-left'; readonly at: number };

export const unread: Readiness = { isRead: false, inFrontSince: null, typedAt: null, focusedSince: null };

export function next(state: Readiness, event: ReadinessEvent): Readiness {
  switch (event.kind) {
    case 'end-seen':
      return { ...state, isRead: true };
    case 'came-to-front':
      return isInFront(state, event.at) ? state : { ...state, inFrontSince: event.at };
    case 'left-front':
      return { ...state, inFrontSince: null };
    // Who goes on typing when this window comes looks at the keys, or at what they were typing into.
    case 'typed':
      return { ...state, inFrontSince: event.at, typedAt: event.at };
    case 'yes-focused':
      return { ...state, focusedSince: event.at };
    case 'yes-left':
      return { ...state, focusedSince: null };
  }
}

/**
 * From when on the yes can be given; infinite while that is not known. The second click of a double click, timed to fall
 * here, is no answer to a question that nobody has read; nor is a click that was meant for what stood in front until now.
 */
export function yesFrom(state: Readiness): number {
  return state.isRead ? inFrontFrom(state) : Number.POSITIVE_INFINITY;
}

/**
 * Whether Enter or Space on the yes is meant. What follows the key that led to the button at once is not: Tab and Enter end
 * what is typed into a form.
 */
export function isKeyMeant({ focusedSince }: Readiness, now: number): boolean {
  return focusedSince !== null && now >= focusedSince + READ_FIRST_MS;
}

function isInFront(state: Readiness, now: number): boolean {
  return now >= inFrontFrom(state);
}

function inFrontFrom({ inFrontSince, typedAt }: Readiness): number {
  if (inFrontSince === null) return Number.POSITIVE_INFINITY;
  return Math.max(inFrontSince + READ_FIRST_MS, typedAt === null ? 0 : typedAt + TYPING_MS);
}
