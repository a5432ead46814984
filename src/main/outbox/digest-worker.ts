import { open } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { createKeccak } from 'hash-wasm';
import type { DigestAnswer, DigestRequest } from './digests.ts';
import { errorCode } from './error-code.ts';

const PIECE_BYTES = 1024 * 1024;
const PROGRESS_EVERY_BYTES = 16 * PIECE_BYTES;

const port = parentPort;
if (port === null) throw new Error('The digest worker runs as a worker thread.');

const keccak = await createKeccak(256);
const piece = Buffer.allocUnsafe(PIECE_BYTES);
const cancelled = new Set<number>();

// One file at a time: the hash and the buffer are shared, and two interleaved reads would only make the disk seek.
let queue: Promise<void> = Promise.resolve();
port.on('message', (request: DigestRequest) => {
  if (request.kind === 'cancel') cancelled.add(request.id);
  else queue = queue.then(async () => port.postMessage(await digest(request.id, request.path)));
});

async function digest(id: number, path: string): Promise<DigestAnswer> {
  if (cancelled.delete(id)) return { kind: 'cancelled', id };
  try {
    await using file = await open(path);
    const before = await file.stat({ bigint: true });
    keccak.init();
    let done = 0;
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, done);
      if (bytesRead === 0) break;
      keccak.update(piece.subarray(0, bytesRead));
      const previous = done;
      done += bytesRead;
      if (Math.floor(done / PROGRESS_EVERY_BYTES) !== Math.floor(previous / PROGRESS_EVERY_BYTES)) {
        port?.postMessage({ kind: 'progress', id, done } satisfies DigestAnswer);
        if (cancelled.delete(id)) return { kind: 'cancelled', id };
      }
    }
    const after = await file.stat({ bigint: true });
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
  }
}
