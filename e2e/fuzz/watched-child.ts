import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BatchReport, MOST_MEMORY_MIB } from './batch.ts';
import type { ChildMessage, ChildOrder } from './child.ts';

/** How a child ended. `place`: the run that it was in, when it did not end by itself. */
export type ChildEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'hang' | 'crash'; readonly words: string; readonly place: Place };

export type Place = { readonly target: string; readonly batch: number; readonly run: number };

/** A run that has not ended after so long never will, also where others take nearly all of the machine. */
const SILENCE_MS = 120_000;
const LOOK_EVERY_MS = 1_000;
/** What a process says before it ends, in characters from its end. */
const LAST_WORDS = 4_000;

/** What stands in the file of places until the first run. */
const notBegun = Buffer.alloc(12, 0xff);

const childPath = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Its temporary files have a folder to themselves, which is gone when it is: who is killed clears nothing away. */
export function startChild(order: ChildOrder): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-fuzz-files-'));
  // The app may run as another user.
  chmodSync(folder, 0o755);
  const child = fork(childPath, [JSON.stringify(order)], {
    env: { ...process.env, TMPDIR: folder, TEMP: folder },
    // Little room for what is young: else most of what is measured is what nobody has cleared away yet.
    execArgv: [`--max-old-space-size=${MOST_MEMORY_MIB}`, '--max-semi-space-size=4'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.once('close', () => rmSync(folder, { recursive: true, force: true }));
  return child;
}

/** Runs an order in a process of its own, and ends one that hangs. */
export async function watchChild(
  order: Omit<ChildOrder, 'place' | 'kind' | 'run' | 'measured'>,
  onBatch: (report: BatchReport) => void,
  signal: AbortSignal,
): Promise<ChildEnd> {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-fuzz-'));
  const place = join(folder, 'place');
  await writeFile(place, notBegun);
  const child = startChild({ ...order, kind: 'run', run: 0, measured: true, place });
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = `${words}${text}`.slice(-LAST_WORDS);
  });
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'batch') onBatch(message.report);
  });
  let [last, since, hung] = ['', performance.now(), false];
  const looking = setInterval(async () => {
    const now = (await readFile(place)).toString('hex');
    // Starting is no run: on a machine that is busy with others it takes as long as it takes.
    if (now !== last || now === notBegun.toString('hex')) [last, since] = [now, performance.now()];
    else if (performance.now() - since > SILENCE_MS) {
      hung = true;
      stop();
    }
  }, LOOK_EVERY_MS);
  try {
    const [code, killedBy]: unknown[] = await once(child, 'close');
    if (code === 0 || signal.aborted) return { kind: 'ended' };
    const bytes = await readFile(place);
    if (bytes.equals(notBegun)) throw new Error(`Nothing could be run (${code ?? killedBy}): ${words}`);
    return { kind: hung ? 'hang' : 'crash', words, place: placeOf(bytes, order.targets) };
  } finally {
    clearInterval(looking);
    signal.removeEventListener('abort', stop);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The input of a run that did not end, as source text; empty when even making it does not end. */
export async function inputAt({ target, batch, run }: Place, seed: number, runs: number): Promise<string> {
  const child = startChild({
    ...{ kind: 'input', targets: [target], seed, firstBatch: batch, batches: 1, runs, run },
    ...{ measured: false, milliseconds: 0, place: null },
  });
  let input = '';
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'input') input = message.input;
  });
  const late = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS);
  await once(child, 'close');
  clearTimeout(late);
  return input;
}

function placeOf(bytes: Buffer, targets: readonly string[]): Place {
  const numbers = [0, 4, 8].map((at) => bytes.readUInt32LE(at));
  const [index = 0, batch = 0, run = 0] = numbers;
  return { target: targets[index] ?? '', batch, run };
}
