/** How a stream is cut into parts: where the one that begins at `at` ends, with at most `partSize` bytes. */
export type Cuts = {
  readonly size: number;
  readonly endFrom: (at: number, partSize: number) => number;
  /** How many parts that makes of a range of it, or of all. */
  readonly count: (partSize: number, from?: number, to?: number) => number;
};

/** Wherever a part is full. */
export function plainCuts(size: number): Cuts {
  return {
    size,
    endFrom: (at, partSize) => Math.min(at + partSize, size),
    count: (partSize, from = 0, to = size) => Math.ceil((to - from) / partSize),
  };
}

/** Each file of a folder begins a part of its own. `sizes`: of its files, in the order of the stream. */
export function cutsAtFiles(sizes: Iterable<number>): Cuts {
  const ends = endsOf(sizes);
  const size = ends.at(-1) ?? 0;
  return {
    size,
    endFrom: (at, partSize) => Math.min(at + partSize, ends[fileAt(ends, at)] ?? size),
    count: (partSize, from = 0, to = size) => {
      let parts = 0;
      let begin = from;
      for (let file = fileAt(ends, from); begin < to; file += 1) {
        const end = Math.min(ends[file] ?? to, to);
        parts += Math.ceil((end - begin) / partSize);
        begin = end;
      }
      return parts;
    },
  };
}

/**
 * Files share parts, each of which is full. One that fits whole into the next part is not cut in two where that costs no more
 * parts: then one that is changed later is in one submission, and not in two.
 */
export function cutsInFull(sizes: Iterable<number>): Cuts {
  const ends = endsOf(sizes);
  const size = ends.at(-1) ?? 0;
  const partsFrom = (at: number, partSize: number): number => Math.ceil((size - at) / partSize);
  return {
    size,
    endFrom: (at, partSize) => {
      const full = Math.min(at + partSize, size);
      if (full === size) return size;
      const cut = fileAt(ends, full);
      const begin = cut === 0 ? 0 : (ends[cut - 1] ?? 0);
      const fits = (ends[cut] ?? size) - begin <= partSize;
      const isFree = 1 + partsFrom(begin, partSize) <= partsFrom(at, partSize);
      return begin > at && fits && isFree ? begin : full;
    },
    count: (partSize, from = 0, to = size) => Math.ceil((to - from) / partSize),
  };
}

/** Where each file ends; those without a byte are in no part. */
function endsOf(sizes: Iterable<number>): Float64Array {
  const ends: number[] = [];
  let end = 0;
  for (const size of sizes) {
    if (size === 0) continue;
    end += size;
    ends.push(end);
  }
  return Float64Array.from(ends);
}

/** The first that ends behind `at`. */
function fileAt(ends: Float64Array, at: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
