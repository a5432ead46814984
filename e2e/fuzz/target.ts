import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

/** CPU time of the thread, in milliseconds, so that a busy machine causes no finding. */
export const SLOW_MS = 1_000;

/** A fast-check property of one parser of external input. */
export type Target = {
  readonly name: string;
  /** Number of inputs in a short run of `npm test`. */
  readonly few: number;
  readonly property: fc.IAsyncPropertyWithHooks<[unknown]>;
};

type Parser<Input> = {
  readonly name: string;
  readonly input: fc.Arbitrary<Input>;
  /** Throws if the parser breaks a promise. Must return the same result for the same input. */
  readonly run: (input: Input) => unknown;
  /** True if the result depends on more than the input, such as the system's report of a broken connection. */
  readonly variable?: true;
  readonly few?: number;
};

const FEW = 15;

export function target<Input>({ name, input, run, variable, few = FEW }: Parser<Input>): Target {
  const property = fc.asyncProperty<[unknown]>(
    input.map((value) => ({ value })),
    async (drawn) => {
      const { value } = drawn as { readonly value: Input };
      const began = process.threadCpuUsage();
      const first = await run(value);
      const { user, system } = process.threadCpuUsage(began);
      const milliseconds = (user + system) / 1_000;
      if (milliseconds > SLOW_MS) throw new Error(`One run took ${Math.round(milliseconds)} ms.`);
      if (variable !== true && !isDeepStrictEqual(await run(value), first)) {
        throw new Error('The same input came to something else the second time.');
      }
    },
  );
  return { name, few, property };
}
