import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

/** Time of the thread's own work, so that a busy machine is no finding. */
export const SLOW_MS = 1_000;

/** One parser of what comes from outside, as a property of fast-check. */
export type Target = {
  readonly name: string;
  /** Inputs of a short run, which `npm test` does. */
  readonly few: number;
  readonly property: fc.IAsyncPropertyWithHooks<[unknown]>;
};

type Parser<Input> = {
  readonly name: string;
  readonly input: fc.Arbitrary<Input>;
  /** Throws if the parser breaks a promise. The result must be the same when the same input comes again. */
  readonly run: (input: Input) => unknown;
  /** True if more than the input decides about the result, such as when the system reports a broken connection. */
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
