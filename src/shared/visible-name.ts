/**
 * Signs that nobody sees and that change what is seen beside them: controls and line ends, marks that turn the reading order
 * around (Unicode's UAX #9), zero-width ones. Those that join emoji and letters of some scripts are part of the text.
 */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** A name that cannot lie about itself: what nobody sees (a right-to-left override before `fdp.exe`) becomes a visible box. */
export function visibleName(name: string): string {
  return name.replace(unseen, '\ufffd');
}
