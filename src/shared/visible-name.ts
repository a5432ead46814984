/**
 * Signs that nobody sees and that change what is seen beside them: controls and line ends, marks that turn the reading order
 * around (Unicode's UAX #9), zero-width ones. Those that join emoji and letters of some scripts are part of the text.
 */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/gu;

/** Nobody types as many blanks in a row; they push the end of a name out of sight. */
const longRun = /\p{Zs}{9,}/gu;

/** No system has longer names; a service's text may be of millions of signs. */
const LONGEST_NAME = 1_000;

/**
 * A name that cannot lie about itself: what nobody sees (a right-to-left override before `fdp.exe`) becomes a visible box.
 * Of one that is longer than `longest` signs the middle is left out.
 */
export function visibleName(name: string, longest = LONGEST_NAME): string {
  const whole = name.length <= longest ? name : `${name.slice(0, longest / 2)}…${name.slice(-longest / 2)}`;
  return whole.replace(unseen, '\ufffd').replace(longRun, ' … ');
}
