import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./data-folder-lock.fixture.ts', import.meta.url));

/** For tests: a started `data-folder-lock.fixture.ts`. */
export class Contender {
  readonly #child: ChildProcess;
  readonly #lines = new Set<string>();
  readonly #news = new EventEmitter();

  private constructor(child: ChildProcess) {
    this.#child = child;
    if (child.stdout === null) throw new Error('Started without a pipe.');
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.#lines.add(line);
      this.#news.emit('line');
    });
    child.once('exit', () => this.#news.emit('line'));
  }

  static async start(folder: string, switches: readonly string[] = []): Promise<Contender> {
    const child = spawn(process.execPath, [...switches, script, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
    const contender = new Contender(child);
    await contender.says('ready');
    return contender;
  }

  has(line: string): boolean {
    return this.#lines.has(line);
  }

  tell(order: string): void {
    this.#child.stdin?.write(`${order}\n`);
  }

  /** Waits for a line. */
  async says(line: string): Promise<void> {
    while (!this.has(line)) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        throw new Error(`It ended without having said ${line}, but: ${[...this.#lines].join(', ')}`);
      }
      await once(this.#news, 'line');
    }
  }

  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async letGo(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.tell('release');
    await ended;
  }
}

/**
 * Two processes at a time want one folder at the same moment. In turns drawn from the seed one of them is killed while it
 * still asks, and owners are killed or let go; who is left must then get the folder. Throws when an owner is not alone.
 */
export async function contendFor(folder: string, plan: { readonly rounds: number; readonly seed: number }) {
  const told = { starts: 0, owners: 0, kills: 0, slowestHandoverMs: 0 };
  const draw = drawFrom(plan.seed);
  const end = async (contender: Contender): Promise<void> => {
    if (draw(2) === 0) {
      told.kills += 1;
      await contender.kill();
    } else await contender.letGo();
  };
  for (let round = 0; round < plan.rounds; round += 1) {
    const pair = await Promise.all([Contender.start(folder), Contender.start(folder)]);
    told.starts += 2;
    for (const contender of pair) contender.tell('want');
    const [one, two] = pair;
    if (draw(4) === 0) {
      told.kills += 1;
      await two.kill();
      await one.says('owned');
      told.owners += 1;
      await end(one);
      continue;
    }
    await Promise.race(pair.map((contender) => contender.says('owned')));
    const [owner, other] = one.has('owned') ? [one, two] : [two, one];
    // Asked while the owner lives and has been told nothing.
    other.tell('look');
    await Promise.race([other.says('taken'), other.says('owned')]);
    if (other.has('owned')) throw new Error(`In round ${round} both had the folder.`);
    const began = performance.now();
    await end(owner);
    await other.says('owned');
    told.slowestHandoverMs = Math.max(told.slowestHandoverMs, Math.round(performance.now() - began));
    told.owners += 2;
    await end(other);
  }
  return told;
}

/** The generator of Park and Miller: the same turns for the same seed. */
function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
