import type { Slice } from '../../digests/index.ts';

/** Tracks which bytes of a stream belong to parts. */
export class Coverage {
  /** Sorted, with a gap between neighbours. */
  #ranges: Slice[] = [];

  constructor(ranges: Iterable<Slice> = []) {
    for (const range of ranges) this.add(range);
  }

  add({ offset, size }: Slice): void {
    if (size <= 0) return;
    const ends = offset + size;
    const last = this.#ranges.at(-1);
    if (last === undefined || offset > last.offset + last.size) {
      this.#ranges.push({ offset, size });
      return;
    }
    const touches = (one: Slice): boolean => one.offset <= ends && offset <= one.offset + one.size;
    const touched = this.#ranges.filter(touches);
    const begin = Math.min(offset, ...touched.map((one) => one.offset));
    const end = Math.max(ends, ...touched.map((one) => one.offset + one.size));
    const others = this.#ranges.filter((one) => !touches(one));
    this.#ranges = [...others, { offset: begin, size: end - begin }].sort((a, b) => a.offset - b.offset);
  }

  /** Removes bytes, so that they are sliced again. */
  remove({ offset, size }: Slice): void {
    const ends = offset + size;
    this.#ranges = this.#ranges.flatMap((one) => {
      const before = { offset: one.offset, size: Math.min(offset, one.offset + one.size) - one.offset };
      const from = Math.max(ends, one.offset);
      const after = { offset: from, size: one.offset + one.size - from };
      return one.offset + one.size <= offset || one.offset >= ends ? [one] : [before, after].filter((r) => r.size > 0);
    });
  }

  /** Returns the ranges of the stream that belong to no part. */
  *gaps(streamSize: number): Generator<Slice> {
    let at = 0;
    for (const { offset, size } of this.#ranges) {
      if (offset > at) yield { offset: at, size: offset - at };
      at = offset + size;
    }
    if (at < streamSize) yield { offset: at, size: streamSize - at };
  }

  /** Returns at most `most` next slices. None is longer than `partSize` or overlaps covered bytes. */
  nextSlices(streamSize: number, partSize: number, most: number): Slice[] {
    const slices: Slice[] = [];
    for (const gap of this.gaps(streamSize)) {
      const gapEnd = gap.offset + gap.size;
      for (let at = gap.offset; at < gapEnd; ) {
        if (slices.length === most) return slices;
        const end = Math.min(at + partSize, gapEnd);
        slices.push({ offset: at, size: end - at });
        at = end;
      }
    }
    return slices;
  }

  /** Returns the number of all slices that are left. */
  slicesLeft(streamSize: number, partSize: number): number {
    return this.gaps(streamSize).reduce((sum, { size }) => sum + Math.ceil(size / partSize), 0);
  }

  isWhole(streamSize: number): boolean {
    return this.gaps(streamSize).next().done === true;
  }
}
