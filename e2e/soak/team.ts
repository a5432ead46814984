import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PostgresServer } from '../../src/core/team/postgres.fixture.ts';
import { TeamDatabase } from '../../src/core/team/team-database.ts';
import { root } from '../app/electron.ts';
import { endsWithUs } from '../bench/children.ts';
import { writeFilesIn } from '../bench/files.ts';
import { giveAccount } from './app-account.ts';
import { writeKeys } from './command-process.ts';
import { whole } from './seeded.ts';
import { ServiceProcess } from './service-process.ts';
import { databasePath } from './submissions-core.ts';

const usage = `Usage: npm run soak:team -- [options]
All desks of a team send the same files with the same account at once. Desks are killed, and the team's database is
restarted. Ends with 1 unless each file is paid for once and all desks know all receipts.
  --desks N     (8)
  --files N     (500)
  --kills N     how often a desk is killed (40)
  --restarts N  how often the database is stopped and started (2)
  --seed S      where desks and moments come from
  --minutes M   ends after so long (30)`;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    desks: text,
    files: text,
    kills: text,
    restarts: text,
    seed: text,
    minutes: text,
    help: { type: 'boolean' },
  },
});
const number = (name: 'desks' | 'files' | 'kills' | 'restarts' | 'seed' | 'minutes', otherwise: number): number => {
  const given = values[name] ?? String(otherwise);
  if (!/^\d{1,6}$/.test(given)) throw new Error(`--${name} must be a whole number.\n\n${usage}`);
  return Number(given);
};

const script = join(root, 'out/cli/dropslip.js');

/** One installation, whose `dropslip send` is started again until it has a receipt for each file. */
class SendingDesk {
  readonly userData: string;
  readonly #name: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #files: string;
  #child: ChildProcess | null = null;
  runs = 0;
  isDone = false;

  constructor(name: string, folder: string, env: NodeJS.ProcessEnv, files: string) {
    this.#name = name;
    this.userData = join(folder, 'data');
    this.#env = env;
    this.#files = files;
  }

  async run(until: AbortSignal): Promise<void> {
    while (!this.isDone && !until.aborted) {
      this.runs += 1;
      const args = ['--data', this.userData, '--yes', 'send', this.#files];
      const env = { ...process.env, ...this.#env };
      const child = endsWithUs(
        spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] }),
      );
      this.#child = child;
      let errors = '';
      child.stderr.on('data', (piece: Buffer) => {
        errors += piece.toString();
      });
      const stop = (): void => void child.kill('SIGKILL');
      until.addEventListener('abort', stop);
      const [code] = await once(child, 'close');
      until.removeEventListener('abort', stop);
      this.isDone = code === 0;
      if (code !== 0 && code !== null)
        console.log(`${this.#name} ended with ${code}: ${errors.trim().split('\n').at(-1)}`);
    }
  }

  kill(): boolean {
    return !this.isDone && this.#child?.exitCode === null && this.#child.kill('SIGKILL');
  }

  /** The submission ids of files, made here or elsewhere. */
  receipts(): ReadonlySet<string> {
    const database = new DatabaseSync(databasePath(this.userData), { readOnly: true });
    const rows = database
      .prepare('SELECT DISTINCT submission_id FROM submissions WHERE part_of IS NULL AND submission_id IS NOT NULL')
      .all();
    database.close();
    return new Set(rows.map((row) => String(row.submission_id)));
  }
}

async function soakTeam(folder: string): Promise<boolean> {
  const [desks, files] = [number('desks', 8), number('files', 500)];
  const [kills, restarts, seed] = [number('kills', 40), number('restarts', 2), number('seed', Date.now() % 1_000_000)];
  console.log(`seed ${seed}: ${desks} desks, ${files} files, ${kills} kills, ${restarts} restarts of the database`);
  const dropped = join(folder, 'files');
  await mkdir(dropped);
  await writeFilesIn(dropped, files, 4096);
  const service = new ServiceProcess({ dataDir: join(folder, 'service'), dialect: 'documented', blockTimeSeconds: 1 });
  await service.start();
  const postgres = await PostgresServer.start();
  const end = AbortSignal.timeout(number('minutes', 30) * 60_000);
  try {
    const team = postgres.url(await postgres.createDatabase());
    const first = new TeamDatabase(team, null, { id: 'administrator', name: 'Administrator' });
    const made = await first.migrate();
    await first.close();
    if (!made.ok) throw new Error(`The team was not set up: ${made.error.code}`);
    const all = await Promise.all(
      Array.from({ length: desks }, async (_, index) => {
        const place = join(folder, `desk ${index + 1}`);
        const keys = await writeKeys(place, { url: service.url, ...service.credentials });
        const desk = new SendingDesk(`desk ${index + 1}`, place, { ...keys, DROPSLIP_TEAM: team }, dropped);
        await giveAccount(desk.userData, null, { url: service.url, ...service.credentials }, 'api-key');
        return desk;
      }),
    );
    const began = performance.now();
    const sent = Promise.all(all.map((desk) => desk.run(end)));
    let killed = 0;
    let restarted = 0;
    while (!end.aborted && all.some(({ isDone }) => !isDone)) {
      const moment = killed + restarted;
      await wait(whole(50, 700, seed, 'pause', moment));
      if (restarted < restarts && killed >= ((restarted + 1) * kills) / (restarts + 1)) {
        await postgres.restart();
        restarted += 1;
      } else if (killed < kills && all[whole(0, desks - 1, seed, 'desk', moment)]?.kill() === true) killed += 1;
    }
    await sent;
    // A killed desk shares its last receipts now.
    for (const desk of [...all, ...all]) {
      desk.isDone = false;
      await desk.run(end);
    }
    const charges = await service.charges();
    const known = all.map((desk) => desk.receipts().size);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `${killed} kills, ${restarted} restarts, ${seconds} s, ${all.reduce((sum, { runs }) => sum + runs, 0)} runs`,
    );
    console.log(`charges: ${charges.size}, of different files: ${new Set(charges.values()).size}`);
    console.log(`receipts that each desk knows: ${known.join(', ')}`);
    return (
      charges.size === files && known.every((count) => count === files) && killed === kills && restarted === restarts
    );
  } finally {
    await postgres.remove();
    await service.stop();
  }
}

if (values.help === true) console.log(usage);
else {
  const folder = await mkdtemp(join(tmpdir(), 'team-soak-'));
  const isKept = await soakTeam(folder).finally(() => rm(folder, { recursive: true, force: true }));
  if (!isKept) console.log('A promise was broken, or not all was done.');
  process.exit(isKept ? 0 : 1);
}
