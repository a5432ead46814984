import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createKeccak } from 'hash-wasm';
import type { DigestAnswer, DigestOrder, DigestRequest } from './digests.ts';
import { errorCode } from './error-code.ts';

const PIECE_BYTES = 1024 * 1024;
const ANSWER_EVERY_MS = 5;

const port = parentPort;
if (port === null) throw new Error('The digest worker runs as a worker thread.');

// Where this thread is, for those who must know when it hangs.
const current = workerData instanceof SharedArrayBuffer ? new Int32Array(workerData) : new Int32Array(1);

const keccak = await createKeccak(256);
const piece = Buffer.allocUnsafe(PIECE_BYTES);
const cancelled = new Set<number>();
const waiting: DigestOrder[] = [];
let answers: DigestAnswer[] = [];
let answeredAt = 0;

const take = (request: DigestRequest): void => {
  if (request.kind === 'cancel') cancelled.add(request.id);
  else waiting.push(...request.orders);
};

/** Answers travel together: each message wakes the other thread, which for small files costs more than the digest. */
function answer(one: DigestAnswer, to: NonNullable<typeof parentPort>): void {
  answers.push(one);
  if (waiting.length > 0 && performance.now() - answeredAt < ANSWER_EVERY_MS) return;
  to.postMessage(answers);
  answers = [];
  answeredAt = performance.now();
}

/** What was asked meanwhile: this thread reads without coming back to its event loop. */
function takeArrived(from: NonNullable<typeof parentPort>): void {
  for (let next = receiveMessageOnPort(from); next !== undefined; next = receiveMessageOnPort(from)) take(next.message);
}

// Reading blocks this thread and no other: a network share that hangs takes none of the few threads that all other file
// operations of the app share, and the thread that hangs is replaced.
port.on('message', (request: DigestRequest) => {
  take(request);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const end = digest(next.id, next.path, port);
    takeArrived(port);
    answer(end, port);
  }
  cancelled.clear();
});

function digest(id: number, path: string, from: NonNullable<typeof parentPort>): DigestAnswer {
  if (cancelled.delete(id)) return { kind: 'cancelled', id };
  Atomics.store(current, 0, id);
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const before = fstatSync(file, { bigint: true });
    keccak.init();
    let done = 0;
    for (;;) {
      const bytesRead = readSync(file, piece, 0, PIECE_BYTES, done);
      if (bytesRead === 0) break;
      keccak.update(piece.subarray(0, bytesRead));
      done += bytesRead;
      if (bytesRead < PIECE_BYTES) continue;
      answer({ kind: 'progress', id, done }, from);
      takeArrived(from);
      if (cancelled.delete(id)) return { kind: 'cancelled', id };
    }
    const after = fstatSync(file, { bigint: true });
    return {
      kind: 'digested',
      id,
      keccak256: `0x${keccak.digest('hex')}`,
      size: done,
      mtimeNs: before.mtimeNs.toString(),
      changedMeanwhile: before.mtimeNs !== after.mtimeNs || BigInt(done) !== after.size,
    };
  } catch (error) {
    return { kind: 'unreadable', id, code: errorCode(error), detail: String(error) };
  } finally {
    if (file !== null) closeSync(file);
  }
}
