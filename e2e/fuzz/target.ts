import type fc from 'fast-check';

/**
 * One thing that parses what comes from outside. `run` takes an input, throws where the thing breaks a promise of its own,
 * and returns what came of it, which must be the same when the same input comes again.
 */
export type Target<Input> = {
  readonly name: string;
  readonly input: fc.Arbitrary<Input>;
  readonly run: (input: Input) => unknown;
  /** Other things than the input decide about what comes of it, such as when the system says that a connection broke. */
  readonly variable?: true;
  /** At most so many inputs a batch, where most of the time is spent waiting. */
  readonly most?: number;
};

/** A target whose kind of input nobody but itself knows. */
export type AnyTarget = {
  readonly name: string;
  readonly variable: boolean;
  readonly most: number;
  /** `check` is given each input in turn, and what runs it. */
  readonly property: (check: (input: unknown, run: () => unknown) => Promise<void>) => fc.IAsyncProperty<unknown>;
};
