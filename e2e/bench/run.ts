import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { giveToOrdinaryUser } from '../app/electron.ts';
import { commandLine } from './command-line.ts';
import { largeFile } from './large-file.ts';
import { largeFileInParts } from './large-file-in-parts.ts';
import type { Line } from './line.ts';
import { lookup } from './lookup.ts';
import type { Measurement } from './measurement.ts';
import { packedSize } from './packed-size.ts';
import { pages } from './pages.ts';
import { smallFiles } from './small-files.ts';
import { spendingHistory } from './spending-history.ts';
import { start } from './start.ts';
import { table } from './table.ts';
import { team } from './team.ts';
import { folderInWindow } from './window-under-load.ts';

const measurements: readonly Measurement[] = [
  largeFile,
  largeFileInParts,
  smallFiles,
  folderInWindow,
  spendingHistory,
  pages,
  lookup,
  commandLine,
  team,
  packedSize,
  start,
];
const names = measurements.map(({ name }) => name).join(', ');

const usage = `Usage: npm run bench -- [options]
  --json FILE    writes the table as JSON too: one object per line
  --only NAME    only one of: ${names}
  --rounds N     how often each thing is measured (5); the table has medians
  --scale F      F times the sizes that the targets are about (1): only to try the benchmark itself
  --profile DIR  writes CPU profiles of the sending process into DIR (and makes it slower)
  --help         this text`;

const options = z.object({
  json: z.string().optional(),
  only: z.enum(measurements.map(({ name }) => name)).optional(),
  rounds: z.string().regex(/^\d+$/).default('5').transform(Number).pipe(z.number().min(1)),
  scale: z.string().default('1').transform(Number).pipe(z.number().positive().max(1)),
  profile: z.string().optional(),
});

async function run(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { json: text, only: text, rounds: text, scale: text, profile: text, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const asked = options.safeParse(values);
  if (!asked.success) {
    console.error(`${z.prettifyError(asked.error)}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const { json, only, rounds, scale, profile } = asked.data;
  const lines: Line[] = [];
  const folders: string[] = [];
  try {
    for (const measurement of measurements) {
      if (only !== undefined && measurement.name !== only) continue;
      console.log(`${measurement.name}: ${rounds} rounds`);
      const folder = await mkdtemp(join(tmpdir(), 'dropslip-bench-'));
      folders.push(folder);
      // The app is not started as root, and must reach its data folder.
      giveToOrdinaryUser(folder);
      const say = (sentence: string): void => console.log(`  ${sentence}`);
      lines.push(...(await measurement.run({ rounds, scale, folder, profile: profile ?? null, say })));
    }
  } finally {
    // Deletes folders only at the end: ext4 avoids the inodes of recently deleted files when it creates new ones, so
    // that deleting after one measurement would slow down the next several times.
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(`\n${table(lines)}`);
  if (scale !== 1) console.log('\nTried at a smaller scale: the targets are about the full one.');
  if (json !== undefined) await writeFile(json, `${JSON.stringify(lines, null, 2)}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// The threads that are measured do not keep a process alive.
const alive = setInterval(() => undefined, 60_000);
await run().finally(() => clearInterval(alive));
