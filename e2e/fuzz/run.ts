import './without-electron.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Orders, Report } from './child.ts';
import { SLOW_MS } from './target.ts';

const MOST_MEMORY_MIB = 512;
/** A child that is silent for this long after its time limit hangs, even on a busy machine. */
const SILENCE_MS = 120_000;
/** The number of characters of a child's output that a finding shows. */
const LAST_WORDS = 4_000;

const usage = `Usage: npm run fuzz -- [options]
  --minutes M     how long, all targets together (60)
  --seed S        the source of all inputs; the same seed makes the same (made up and printed)
  --target NAME   only this one; may be given several times
  --path P        only the input with this path, as a finding prints it
  --lanes N       targets side by side (one less than the machine has cores)
  --folder DIR    where findings go (the system's folder for temporary files)
  --help          this text
Ends with 1 if something was found: a promise broken, a run over ${SLOW_MS} ms, more than ${MOST_MEMORY_MIB} MiB, a hang or a crash.`;

const options = z.object({
  minutes: z.coerce.number().positive().default(60),
  seed: z.coerce
    .number()
    .int()
    .default(Date.now() % 1_000_000),
  target: z.array(z.string()).default([]),
  path: z.string().optional(),
  lanes: z.coerce
    .number()
    .int()
    .min(1)
    .default(Math.max(1, availableParallelism() - 1)),
  folder: z.string().default(join(tmpdir(), 'dropslip-fuzz-findings')),
});

const childPath = fileURLToPath(new URL('./child.ts', import.meta.url));
const children = new Set<ChildProcess>();

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    ...{ minutes: text, seed: text, path: text, lanes: text, folder: text },
    target: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  },
});
const asked = options.safeParse(values);
if (values.help === true) {
  console.log(usage);
} else if (!asked.success) {
  console.error(`${z.prettifyError(asked.error)}\n\n${usage}`);
  process.exitCode = 2;
} else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const child of children) child.kill('SIGKILL');
      process.exit(1);
    });
  }
  process.exitCode = await run(asked.data);
}

async function run({ minutes, seed, target, path, lanes, folder }: z.infer<typeof options>): Promise<number> {
  const { targets } = await import('./targets/index.ts');
  const all = targets.map(({ name }) => name);
  const names = target.length > 0 ? target : all;
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no target ${unknown.join(', ')}. Targets: ${all.join(', ')}`);
    return 2;
  }
  console.log(`seed ${seed}: ${names.length} targets, ${minutes} minutes, ${lanes} side by side`);
  const milliseconds = (minutes * 60_000 * Math.min(lanes, names.length)) / names.length;
  const limit = pLimit(lanes);
  const findings = await Promise.all(
    names.map((name) =>
      limit(async () => {
        const { runs, finding, peakMiB } = await fuzz({ target: name, seed, path: path ?? null, milliseconds });
        const peak = `peak ${Math.round(peakMiB)} MiB`;
        console.log(`${name.padEnd(22)}${runs.toLocaleString('en').padStart(12)} runs  ${peak}`);
        if (finding === null) return 0;
        mkdirSync(folder, { recursive: true });
        const file = join(folder, `${name}-${seed}.txt`);
        writeFileSync(file, finding);
        console.log(`  ${finding.slice(0, LAST_WORDS)}\n  npm run fuzz -- --target=${name} --seed=${seed}\n  ${file}`);
        return 1;
      }),
    ),
  );
  const found = findings.reduce<number>((sum, count) => sum + count, 0);
  console.log(found === 0 ? 'Nothing was found.' : `Findings in ${found} targets; they are in ${folder}`);
  return found === 0 ? 0 : 1;
}

/** Fuzzes one target in a separate process, and deletes its temporary files afterwards. */
async function fuzz(orders: Orders): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-fuzz-'));
  // The app may run as another user.
  chmodSync(folder, 0o755);
  const child = fork(childPath, [JSON.stringify(orders)], {
    env: { ...process.env, TMPDIR: folder, TEMP: folder },
    // With a small young generation, garbage is collected before it counts as memory.
    execArgv: [`--max-old-space-size=${MOST_MEMORY_MIB}`, '--max-semi-space-size=4'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.add(child);
  let [words, report, isHanging]: [string, Report | null, boolean] = ['', null, false];
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    words = `${words}${piece}`.slice(-LAST_WORDS);
  });
  child.on('message', (message: Report) => {
    report = message;
  });
  const late = setTimeout(() => {
    isHanging = true;
    child.kill('SIGKILL');
  }, orders.milliseconds + SILENCE_MS);
  const [code] = await once(child, 'close');
  clearTimeout(late);
  children.delete(child);
  rmSync(folder, { recursive: true, force: true });
  const end = isHanging ? 'A run did not end.' : `The process ended with ${code}.`;
  return report ?? { runs: 0, finding: `${end}\n${words}`, peakMiB: 0 };
}
