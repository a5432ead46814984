/** How often in a row the person has said no, and for how long nothing is asked. */
type Paused = { readonly seconds: number; readonly noes: number };

export function pausedMessage({ seconds, noes }: Paused): string {
  return `Nothing was done. You declined the last ${number(noes)} questions, so Dropslip does not ask again for ${duration(seconds)}. Try again after that.`;
}

/** Stands under a question that follows upon noes. */
export function warningAfterNoes(noes: number): string {
  return `You declined the last ${number(noes)} questions. If you did not start this one, choose Cancel.`;
}

/** Never less than is left: who waits that long is asked. */
function duration(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

function number(count: number): string {
  return count === 2 ? 'two' : String(count);
}
