import type { Failure } from '../../shared/bridge/failure.ts';

/** As many deposits of an account may be open at once: being registered, or nobody knows whether they were. */
export const MOST_OPEN = 50;
export const tooManyOpen: Failure = {
  code: 'too-many-open',
  message: `${MOST_OPEN} deposits of this account are still open. Wait for them, or say what became of those that are not certain; then register the next.`,
};

export const MOST_ATTEMPTS = 100;
export const triedTooOften: Failure = {
  code: 'too-many-attempts',
  message: `This deposit was tried ${MOST_ATTEMPTS} times. Look at the balance, then register a new deposit if it is still needed.`,
};

/** So many of the newest deposits are shown in the window. */
export const SHOWN = 200;
