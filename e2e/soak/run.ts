import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ordinaryUser } from '../app/electron.ts';
import { canStartKeyring, startKeyring } from '../app/keyring.ts';
import { type BatchPlan, dialects, soakPlan } from './batch-plan.ts';
import { asText, batchLines, type Run, tablesOf } from './report.ts';
import { soak } from './soak.ts';

const usage = `Usage: npm run soak -- [options]
  --kills N       how often a process is killed (1000)
  --app PERCENT   how many of the kills are of the whole app, the others of the process that submits (20)
  --command PERCENT  how many are of the commands serve and send (3)
  --seed S        where batches, kills and faults come from; the same seed plans the same (made up and said)
  --dialect D     every batch with this dialect of the service: documented, deployed or credits (any of them)
  --batch B       only the batch with this number
  --minutes M     ends after so long whatever is left to do (60)
  --lanes A,C     batches of the whole app (and as many of commands) and of the core that run side by side
  --json FILE     everything that was planned, done and seen
  --help          this text
Ends with 1 when a promise was broken or not all was done.`;

const number = (least: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`));
const whole = (least: number, otherwise: number) => number(least).default(otherwise);

const cores = availableParallelism();
const options = z.object({
  kills: whole(1, 1000),
  app: whole(0, 20).pipe(z.number().max(100, 'must be at most 100')),
  command: whole(0, 3).pipe(z.number().max(100, 'must be at most 100')),
  seed: whole(0, Math.trunc(Date.now() % 1_000_000)),
  dialect: z.enum(dialects).optional(),
  batch: number(1).optional(),
  minutes: whole(1, 60),
  lanes: z
    .string()
    .regex(/^\d{1,2},\d{1,2}$/, 'must look like 2,3')
    .default(`${cores},${cores + 1}`)
    .transform((text) => text.split(',').map(Number)),
  json: z.string().optional(),
});
type Options = z.infer<typeof options>;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    ...{
      kills: text,
      app: text,
      command: text,
      seed: text,
      dialect: text,
      batch: text,
      minutes: text,
      lanes: text,
      json: text,
    },
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
// A window that was killed while it was driven leaves useless timers behind.
process.exit();

async function run({ kills, app, command, seed, dialect, batch, minutes, lanes, json }: Options): Promise<number> {
  const appKills = Math.ceil((kills * app) / 100);
  const commandKills = Math.min(kills - appKills, Math.ceil((kills * command) / 100));
  const among = dialect === undefined ? dialects : [dialect];
  const plan = soakPlan(seed, kills, appKills, commandKills, among).filter(
    ({ number }) => batch === undefined || number === batch,
  );
  const withApp = plan.some(({ kind }) => kind === 'app');
  if (withApp && !canStartKeyring()) {
    console.error(
      'The whole app needs a keychain of its own here (gnome-keyring, dbus, libsecret-tools). Without: --app 0',
    );
    return 2;
  }
  const planned = plan.reduce((sum, { kills }) => sum + kills.length, 0);
  console.log(`seed ${seed}: ${planned} kills in ${plan.length} batches`);

  const ending = new AbortController();
  const late = setTimeout(() => ending.abort(), minutes * 60_000);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const keyring = withApp ? await startKeyring({ user: ordinaryUser }) : null;
  const begun = performance.now();
  let done = 0;
  const replay = ({ number }: BatchPlan): string =>
    [
      `npm run soak -- --kills ${kills} --app ${app} --command ${command} --seed ${seed} --batch ${number}`,
      ...(dialect === undefined ? [] : [`--dialect ${dialect}`]),
    ].join(' ');
  const [appLanes = 1, coreLanes = 1] = lanes;
  const reports = await soak({
    plan,
    lanes: { app: appLanes, command: appLanes, core: coreLanes },
    keyring,
    signal: ending.signal,
    onBatch: (report) => {
      done += report.kills.length;
      const [line, ...more] = batchLines(report, replay(report.plan));
      console.log([`[${done}/${planned}] ${line}`, ...more].join('\n'));
    },
  });
  clearTimeout(late);
  await keyring?.close();

  const result: Run = { seed, asked: planned, milliseconds: performance.now() - begun, reports };
  const tables = tablesOf(result);
  console.log(`\n${asText(tables)}\n`);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(result, null, 2)}\n`);
  const broken = reports.flatMap(({ violations }) => violations).length;
  if (done < planned) console.log(`Ended early: ${done} of ${planned} kills.`);
  console.log(broken === 0 ? 'Every promise was kept.' : `${broken} times a promise was broken.`);
  return broken === 0 && done === planned ? 0 : 1;
}
