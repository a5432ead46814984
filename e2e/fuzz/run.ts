import { mkdir } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { MOST_MEMORY_MIB, RUNS_A_BATCH, SLOW_MS } from './batch.ts';
import { findingPath, fuzz, replay, type Tally } from './fuzz.ts';
import { targetNames } from './targets/names.ts';

const usage = `Usage: npm run fuzz -- [options]
  --minutes M     how long, all targets together (60)
  --seed S        where the inputs come from; the same seed makes the same (made up and said)
  --target NAME   only this one; may be given several times
  --batch B       only the batch with this number, to see a finding again
  --lanes N       targets side by side (one less than the machine has cores)
  --folder DIR    where inputs go that something was found with (the system's folder for temporary files)
  --help          this text
Targets: ${targetNames.join(', ')}
Ends with 1 when something was found: a promise broken, more than ${SLOW_MS} ms or ${MOST_MEMORY_MIB} MiB, a hang, a crash.`;

const number = (least: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`));

const options = z.object({
  minutes: z
    .string()
    .regex(/^\d{1,5}(\.\d{1,3})?$/, 'must be a number')
    .transform(Number)
    .default(60),
  seed: number(0).default(Math.trunc(Date.now() % 1_000_000)),
  target: z.array(z.enum(targetNames)).default([...targetNames]),
  batch: number(0).optional(),
  lanes: number(1).default(Math.max(1, availableParallelism() - 1)),
  folder: z.string().default(join(tmpdir(), 'dropslip-fuzz-findings')),
});

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    ...{ minutes: text, seed: text, batch: text, lanes: text, folder: text },
    target: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  },
});
const asked = options.safeParse(values);
if (values.help === true) {
  console.log(usage);
} else if (!asked.success) {
  const [issue] = asked.error.issues;
  console.error(`--${String(issue?.path[0])} ${issue?.message}\n\n${usage}`);
  process.exitCode = 2;
} else {
  process.exitCode = await run(asked.data);
}

async function run({ minutes, seed, target, batch, lanes, folder }: z.infer<typeof options>): Promise<number> {
  console.log(`seed ${seed}: ${target.length} targets, ${minutes} minutes, ${lanes} side by side`);
  await mkdir(folder, { recursive: true });
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const plan = {
    ...{ targets: target, seed, lanes, folder, runs: RUNS_A_BATCH, milliseconds: minutes * 60_000 },
    firstBatch: batch ?? 0,
    batches: batch === undefined ? Number.MAX_SAFE_INTEGER / 2 : 1,
  };
  const tallies = await fuzz(
    plan,
    (tally) => {
      console.log(line(tally));
      for (const finding of tally.findings) {
        const where = findingPath(finding, folder);
        console.log(`  ${finding.kind}: ${finding.what.split('\n')[0]}\n    ${replay(finding)}\n    ${where}`);
      }
    },
    ending.signal,
  );
  const findings = tallies.flatMap((tally) => tally.findings).length;
  const runs = tallies.reduce((sum, tally) => sum + tally.runs, 0);
  const worst = Math.max(0, ...tallies.map(({ worstMs }) => worstMs));
  const peak = Math.max(0, ...tallies.map(({ peakMiB }) => peakMiB));
  console.log(
    `\n${runs.toLocaleString('en')} runs, slowest ${Math.round(worst)} ms, at most ${Math.round(peak)} MiB, seed ${seed}`,
  );
  if (tallies.length < target.length) console.log(`Ended early: ${tallies.length} of ${target.length} targets.`);
  console.log(findings === 0 ? 'Nothing was found.' : `${findings} findings; their inputs are in ${folder}`);
  return findings === 0 ? 0 : 1;
}

function line({ target, runs, worstMs, peakMiB, findings }: Tally): string {
  const [name, count] = [target.padEnd(22), runs.toLocaleString('en').padStart(12)];
  const [worst, peak] = [Math.round(worstMs).toString().padStart(5), Math.round(peakMiB).toString().padStart(4)];
  return `${name}${count} runs  slowest ${worst} ms  peak ${peak} MiB  ${findings.length} findings`;
}
