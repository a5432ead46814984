import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { writeDroppedFiles } from './dropped-files.ts';
import { type Kill, soak } from './soak.ts';

const usage = `Usage: npm run soak -- [options]
  --kills N    how often the process is killed in one batch (20)
  --seed S     where the moments of the kills come from; the same seed plans the same kills (made up and said)
  --seeds N    batches one after the other, with the seeds S, S+1, … (1)
  --files N    files in a batch (1000)
  --bytes N    bytes of each file (4096)
  --stuck S    seconds without any change after which a batch counts as stuck (120)
  --help       this text`;

const whole = (least: number, otherwise: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`))
    .default(otherwise);

const options = z.object({
  kills: whole(0, 20),
  seed: whole(0, Math.trunc(Date.now() % 1_000_000)),
  seeds: whole(1, 1),
  files: whole(1, 1000),
  bytes: whole(32, 4096),
  stuck: whole(1, 120),
});

async function run(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { kills: text, seed: text, seeds: text, files: text, bytes: text, stuck: text, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const asked = options.safeParse(values);
  if (!asked.success) {
    const [issue] = asked.error.issues;
    console.error(`--${String(issue?.path[0])} ${issue?.message}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const { kills, seed: first, seeds, files: count, bytes, stuck } = asked.data;
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-soak-files-'));
  try {
    const files = await writeDroppedFiles(folder, count, bytes);
    for (let seed = first; seed < first + seeds; seed += 1) {
      const report = await soak({ seed, kills, files, stuckAfterMs: stuck * 1000 });
      for (const kill of report.kills) console.log(`  ${inWords(kill)}`);
      const seconds = (report.milliseconds / 1000).toFixed(1);
      const verdict = report.broken.length === 0 ? 'every promise kept' : 'BROKEN';
      console.log(`seed ${seed}: ${report.kills.length} kills, ${count} files, ${seconds} s: ${verdict}`);
      for (const sentence of report.broken.slice(0, 20)) console.log(`  ${sentence}`);
      if (report.broken.length > 20) console.log(`  … and ${report.broken.length - 20} more`);
      if (report.broken.length > 0) process.exitCode = 1;
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function inWords({ moment, journal }: Kill): string {
  const states = Object.entries(journal).map(([state, count]) => `${count} ${state}`);
  const where = `${moment.phase} ${(moment.share * 100).toFixed(0)} %`;
  return `killed while ${where}: ${states.length === 0 ? 'no rows yet' : states.join(', ')}`;
}

await run();
