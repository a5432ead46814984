import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ExclusiveFile } from './exclusive-file.ts';
import { tellOwner } from './hand-over.ts';

const handOver = z.object({ argv: z.array(z.string()), workingDirectory: z.string(), data: z.unknown() });

/** What a second instance tells the first. */
export type HandOver = z.infer<typeof handOver>;

/** The longest path that every system takes as a socket's name, in bytes. */
const LONGEST_SOCKET_PATH = 100;
const MILLISECONDS_TO_HAND_OVER = 10_000;
const MILLISECONDS_BETWEEN_ATTEMPTS = 20;

/**
 * The lock of one `userData` folder. Who holds it is the system's word, on a file; the socket only carries what later
 * instances have to tell. So nothing that a socket says or does not say makes a second owner, and only the owner ever
 * removes or makes the socket's name.
 */
export class SingleInstance {
  readonly #patience: number;
  #file: ExclusiveFile | null = null;
  #server: Server | null = null;
  #sign: string | null = null;

  /** How long an owner that does not listen yet, or does not answer, is waited for, in milliseconds. */
  constructor(patience = MILLISECONDS_TO_HAND_OVER) {
    this.#patience = patience;
  }

  get isHeld(): boolean {
    return this.#file !== null;
  }

  /**
   * Takes the lock, true; or hands over to its owner, false. As with Electron it is false too where no lock can be made,
   * and where the owner is there and does not answer in time: it hears what it was told as soon as it can.
   */
  request(userData: string, mine: HandOver, onSecond: (theirs: HandOver) => void): boolean {
    if (this.isHeld) return true;
    const until = performance.now() + this.#patience;
    const text = `${JSON.stringify(mine)}\n`;
    try {
      mkdirSync(userData, { recursive: true, mode: 0o700 });
      const path = socketPath(userData);
      for (;;) {
        this.#file = ExclusiveFile.take(join(userData, 'instance.lock'));
        if (this.#file !== null) {
          this.#server = listen(path, onSecond);
          this.#sign = signAt(userData);
          return true;
        }
        // Told once at least, however long it took to come here: the owner is to hear it.
        const left = Math.max(0, until - performance.now());
        if (tellOwner(path, text, left) !== 'refused' || performance.now() >= until) return false;
        // The owner has just begun or is just ending.
        pause(MILLISECONDS_BETWEEN_ATTEMPTS);
      }
    } catch (error) {
      console.error(`The lock of ${userData} cannot be made:`, error);
      return false;
    }
  }

  release(): void {
    // The socket's name goes while the lock is still held: later it could be another owner's.
    this.#server?.close();
    this.#server = null;
    if (this.#sign !== null) rmSync(this.#sign, { force: true });
    this.#sign = null;
    this.#file?.release();
    this.#file = null;
  }
}

/** The link by which Chromium's own lock is to be seen. Here it locks nothing. */
function signAt(userData: string): string | null {
  if (process.platform === 'win32') return null;
  const path = join(userData, 'SingletonLock');
  rmSync(path, { force: true });
  symlinkSync(`${hostname()}-${process.pid}`, path);
  return path;
}

function socketPath(userData: string): string {
  const digest = createHash('sha256').update(userData).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\chromium-host-${digest}`;
  const inside = join(userData, 'instance.sock');
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : join(tmpdir(), `chromium-host-${digest}.sock`);
}

/** For the lock's owner. Node binds a socket's name before `listen` returns; only the events come later. */
function listen(path: string, onSecond: (theirs: HandOver) => void): Server | null {
  // An owner that was killed has left it.
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server = createServer((socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (!text.endsWith('\n')) return;
      socket.end('ok');
      const told = read(text);
      if (told !== null) onSecond(told);
    });
  });
  server.on('error', (error) => console.error(`Second instances cannot be heard (${path}):`, error));
  server.listen(path);
  if (!server.listening) return null;
  server.unref();
  return server;
}

function read(text: string): HandOver | null {
  try {
    return handOver.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
