import './without-electron.ts';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { z } from 'zod';

/** The orders for this process, as JSON in its first argument. */
const orders = z.object({
  target: z.string(),
  seed: z.number(),
  path: z.string().nullable(),
  milliseconds: z.number(),
});
export type Orders = z.infer<typeof orders>;
export type Report = { readonly runs: number; readonly finding: string | null; readonly peakMiB: number };

const { targets } = await import('./targets/index.ts');
process.on('disconnect', () => process.exit(1));

const { target: name, seed, path, milliseconds } = orders.parse(JSON.parse(process.argv[2] ?? ''));
const target = targets.find((one) => one.name === name);
if (target === undefined) throw new Error(`There is no target ${name}.`);
const details = await fc.check(target.property, {
  seed,
  ...(path === null ? {} : { path }),
  numRuns: path === null ? Number.MAX_SAFE_INTEGER : 1,
  interruptAfterTimeLimit: milliseconds,
  markInterruptAsFailure: false,
});
const finding = details.failed
  ? `${fc.defaultReportMessage(details) ?? 'It failed.'}\n${inspect(details.errorInstance)}`
  : null;
const peakMiB = process.resourceUsage().maxRSS / 1_024;
const report: Report = { runs: details.numRuns, finding, peakMiB };
process.send?.(report, () => process.exit(0));
