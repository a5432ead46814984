/** Each page is printed by a hidden window of its own, which is a process and its memory. */
const AT_ONCE = 2;

export type Print<Page> = (page: Page) => Promise<Uint8Array<ArrayBuffer>>;

/** Prints at most two pages at a time; those that are asked for beyond that wait for their turn. */
export function inPrintTurns<Page>(print: Print<Page>): Print<Page> {
  const waiting: (() => void)[] = [];
  let printing = 0;

  return async (page) => {
    // A turn that is over is handed on, so that nobody who comes just then goes first.
    if (printing < AT_ONCE) printing += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await print(page);
    } finally {
      const next = waiting.shift();
      if (next === undefined) printing -= 1;
      else next();
    }
  };
}
