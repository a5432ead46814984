import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const handOver = z.object({ argv: z.array(z.string()), workingDirectory: z.string(), data: z.unknown() });

/** What a second instance tells the first. */
export type HandOver = z.infer<typeof handOver>;

/** The longest path that every system takes as a socket's name, in bytes. */
const LONGEST_SOCKET_PATH = 100;
const MILLISECONDS_TO_HAND_OVER = 10_000;
const ATTEMPTS = 3;

/** The lock of one `userData` folder: a socket on which its owner listens, and hears of those that came later. */
export class SingleInstance {
  #server: Server | null = null;

  get isHeld(): boolean {
    return this.#server !== null;
  }

  /** Takes the lock, true; or hands over to its owner, false. Whoever holds it has answered before this returns. */
  request(userData: string, mine: HandOver, onSecond: (theirs: HandOver) => void): boolean {
    if (this.#server !== null) return true;
    const path = socketPath(userData);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      this.#server = listen(path, onSecond);
      if (this.#server !== null) return true;
      if (tellOwner(path, mine)) return false;
      // Nobody answers: its owner was killed, and the socket is only a name that is left.
      if (process.platform !== 'win32') rmSync(path, { force: true });
    }
    throw new Error(`The lock of ${userData} could not be taken (${path})`);
  }

  release(): void {
    this.#server?.close();
    this.#server = null;
  }
}

function socketPath(userData: string): string {
  const digest = createHash('sha256').update(userData).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\chromium-host-${digest}`;
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  const inside = join(userData, 'instance.sock');
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : join(tmpdir(), `chromium-host-${digest}.sock`);
}

/** Node binds a socket's name before `listen` returns; only the events come later. */
function listen(path: string, onSecond: (theirs: HandOver) => void): Server | null {
  const server = createServer((socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (!text.endsWith('\n')) return;
      socket.end('ok');
      const parsed = handOver.safeParse(JSON.parse(text));
      if (parsed.success) onSecond(parsed.data);
    });
  });
  server.on('error', () => undefined);
  server.listen(path);
  if (!server.listening) return null;
  server.unref();
  return server;
}

/** Asked on another thread, so that this one can wait: the lock is asked for in a synchronous call. */
function tellOwner(path: string, mine: HandOver): boolean {
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { workerData: { path, text, answered } } = require('node:worker_threads');
     const settle = (value) => { Atomics.store(answered, 0, value); Atomics.notify(answered, 0); };
     const socket = require('node:net').connect(path, () => socket.write(text));
     socket.on('data', () => settle(1)).on('error', () => settle(2)).on('close', () => settle(2));`,
    { eval: true, workerData: { path, text: `${JSON.stringify(mine)}\n`, answered }, execArgv: [] },
  );
  Atomics.wait(answered, 0, 0, MILLISECONDS_TO_HAND_OVER);
  const isTold = Atomics.load(answered, 0) === 1;
  void worker.terminate();
  return isTold;
}
