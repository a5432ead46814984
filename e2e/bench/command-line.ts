import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import { noKeys } from '../../src/shared/lookup-keys.ts';
import { root } from '../app/electron.ts';
import { giveAccount } from '../soak/app-account.ts';
import { writeKeys } from '../soak/command-process.ts';
import { databasePath, type ServiceAddress } from '../soak/submissions-core.ts';
import { endsWithUs } from './children.ts';
import { writeFilesIn } from './files.ts';
import { line, median } from './line.ts';
import { fillSubmissions, nameOf, percentile95 } from './lookup.ts';
import type { Measurement } from './measurement.ts';
import { withService } from './service-process.ts';
import { fetchLoop } from './small-files.ts';

const FILES = 2_000;
const FILE_BYTES = 4096;
const AT_ONCE = 16;
const ROWS = 200_000;
const SEARCHES = 40;
/** Milliseconds until a server that does nothing has given memory back. */
const REST_MS = 5_000;

const script = join(root, 'out/cli/dropslip.js');
const run = promisify(execFile);

/** The command line: how long it takes, and the memory of a server at rest. */
export const commandLine: Measurement = {
  name: 'command-line',
  async run({ rounds, scale, folder, say }) {
    const files = Math.max(10, Math.round(FILES * scale));
    const rows = Math.max(1_000, Math.round(ROWS * scale));
    const dropped = join(folder, 'sent');
    await mkdir(dropped);
    await writeFilesIn(dropped, files, FILE_BYTES);
    const taken = { send: [] as number[], fetch: [] as number[], first: [] as number[], node: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const place = join(folder, `send ${round}`);
      const sent = await withService(folder, files, (service) => send(place, service, dropped));
      taken.send.push(sent.total);
      taken.first.push(sent.first);
      taken.fetch.push(await withService(folder, files, (service) => fetchLoop(service, dropped, AT_ONCE)));
      taken.node.push(await timed(() => run(process.execPath, ['-e', '0'])));
      const [all, first, bare] = [sent.total, sent.first, taken.fetch.at(-1) ?? 0].map((ms) => ms.toFixed(0));
      say(`round ${round + 1}: send ${all} ms, first output after ${first} ms, fetch ${bare} ms`);
    }
    const served = await serve(join(folder, 'served'), rows);
    const name = `${files.toLocaleString('en')} files of 4 KiB`;
    return [
      line(`${name}: dropslip send ÷ bare fetch loop`, '×', [median(taken.send) / median(taken.fetch)], { atMost: 1 }),
      line(`${name}: dropslip send, with its start and end`, 'ms', taken.send),
      line('dropslip send: start to first byte', 'ms', taken.first, { atMost: 400 }),
      line('node -e 0', 'ms', taken.node),
      line(`${rows.toLocaleString('en')} submissions: find through the socket, 95th percentile`, 'ms', [served.find], {
        atMost: 50,
      }),
      line('dropslip serve: memory at rest', 'MiB', [served.mebibytes], { atMost: 90 }),
    ];
  },
};

/** Submits a folder with a new data folder. Milliseconds: until the first output, and until the process ends. */
async function send(
  place: string,
  service: ServiceAddress,
  dropped: string,
): Promise<{ readonly first: number; readonly total: number }> {
  const userData = join(place, 'data');
  await giveAccount(userData, null, service, 'api-key');
  const env = { ...process.env, ...(await writeKeys(place, service)) };
  const begun = performance.now();
  const child = spawn(process.execPath, [script, '--data', userData, '--yes', 'send', dropped], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const first = performance.now() - begun;
  child.stdout.resume();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`dropslip send ended with ${code}.`);
  return { first, total: performance.now() - begun };
}

export async function serve(
  place: string,
  rows: number,
): Promise<{ readonly find: number; readonly mebibytes: number }> {
  const userData = join(place, 'data');
  await mkdir(userData, { recursive: true });
  const start = async (): Promise<ChildProcess> => {
    const child = endsWithUs(
      spawn(process.execPath, [script, '--data', userData, 'serve'], {
        env: { ...process.env, DROPSLIP_KEYCHAIN: 'none' },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    await once(child.stdout, 'data');
    return child;
  };
  const resting = await start();
  await wait(REST_MS);
  const mebibytes = memoryOf(resting) / 1024;
  resting.kill('SIGTERM');
  await once(resting, 'close');
  fillSubmissions(databasePath(userData), rows);
  const searching = await start();
  const http = new Pool('http://dropslip', { socketPath: join(userData, 'owner.sock') });
  const find = async (row: number): Promise<void> => {
    const body = JSON.stringify({ input: { ...noKeys, name: nameOf(row) } });
    const { body: answer } = await http.request({ method: 'POST', path: '/calls/lookup.search', body });
    if (!(await answer.text()).includes(nameOf(row))) throw new Error('The search found nothing.');
  };
  // The first ones read the index, and are compiled.
  for (let search = 0; search < 10; search += 1) await find(search);
  const times: number[] = [];
  for (let search = 0; search < SEARCHES; search += 1) times.push(await timed(() => find((search * 7_919) % rows)));
  await http.destroy();
  searching.kill('SIGTERM');
  await once(searching, 'close');
  return { find: percentile95(times), mebibytes };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Resident memory in KiB. Linux only; 0 elsewhere. */
function memoryOf({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
