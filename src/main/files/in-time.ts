/** A drive that has to spin up takes a few seconds; one that says nothing for this long hangs. */
export const LONGEST_SILENCE_MS = 20_000;

/**
 * What a drive answers, or a rejection with code `ETIMEDOUT` when it says nothing for `ms`: a network share that is gone
 * may never answer, and the other files are not to wait for it. The work itself cannot be called back and goes on.
 */
export async function inTime<Value>(work: Promise<Value>, ms = LONGEST_SILENCE_MS): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('The drive did not answer in time.'), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(error), ms);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
