const ROWS_IN_BLOCK = 1_000;

type Block<Row, Made> = { readonly rows: readonly Row[]; made: Made | null };

/** Rows in blocks. Each block's index is built on first use, and rebuilt only if the block changes. */
export class Blocks<Row, Made> {
  readonly #make: (rows: readonly Row[]) => Made;
  readonly #size: number;
  #rows: readonly Row[] = [];
  #blocks: readonly Block<Row, Made>[] = [];

  constructor(make: (rows: readonly Row[]) => Made, size = ROWS_IN_BLOCK) {
    this.#make = make;
    this.#size = size;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Replaces all rows. Pass a new array whenever a row changes. */
  takeOver(rows: readonly Row[]): void {
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#blocks = Array.from({ length: Math.ceil(rows.length / this.#size) }, (_, number) => {
      const some = rows.slice(number * this.#size, (number + 1) * this.#size);
      const before = this.#blocks[number];
      return before !== undefined && isSame(before.rows, some) ? before : { rows: some, made: null };
    });
  }

  /** The index of each block. `first`: the position of its first row. */
  all(): readonly { readonly first: number; readonly made: Made }[] {
    return this.#blocks.map((block, number) => ({ first: number * this.#size, made: this.#madeOf(block) }));
  }

  /** Builds one block's index ahead of time. Returns false once all are built. */
  prepareSome(): boolean {
    const next = this.#blocks.find(({ made }) => made === null);
    if (next !== undefined) this.#madeOf(next);
    return next !== undefined;
  }

  #madeOf(block: Block<Row, Made>): Made {
    block.made ??= this.#make(block.rows);
    return block.made;
  }
}

const isSame = <Row>(some: readonly Row[], others: readonly Row[]): boolean =>
  some.length === others.length && some.every((row, index) => row === others[index]);
