import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DataHash, HashedPayload, StreamHasher } from './data-hash.ts';
import type { Faults } from './faults.ts';

/** The size in bytes and the service's hash of a received body. */
export type ArrivedPayload = HashedPayload & { readonly size: number };

/** The body exceeds the limit in bytes. None of it is stored. */
export class PayloadTooLarge extends Error {
  constructor(limit: number) {
    super(`Payload too large: the limit is ${limit} bytes`);
  }
}

// Below this size, one buffer and one synchronous write are faster than a stream and another thread.
const SMALL_BODY_BYTES = 64 * 1024;

/** Files of bodies are named after their submission's id. */
const bodyName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The submitted bytes: `submissions/<id>`. A body arrives in `incoming/<id>` and is moved once the ledger has it.
 * After a crash, the ledger alone decides which incoming files are valid.
 */
export class PayloadStore {
  readonly #incoming: string;
  readonly #submissions: string;
  readonly #hash: DataHash;
  readonly #faults: Pick<Faults, 'arriving'>;

  private constructor(dataDir: string, hash: DataHash, faults: Pick<Faults, 'arriving'>) {
    this.#incoming = join(dataDir, 'incoming');
    this.#submissions = join(dataDir, 'submissions');
    this.#hash = hash;
    this.#faults = faults;
  }

  /**
   * Opens the folder and repairs the effects of a crash: moves registered bodies and deletes others. Keeps files that
   * are not bodies, because the folder may have belonged to the user before. Rejects if a folder is a link.
   */
  static async open(
    dataDir: string,
    hash: DataHash,
    faults: Pick<Faults, 'arriving'>,
    isRegistered: (id: string) => boolean,
  ): Promise<PayloadStore> {
    const store = new PayloadStore(dataDir, hash, faults);
    await makeOwnFolder(store.#incoming);
    await makeOwnFolder(store.#submissions);
    for (const entry of await readdir(store.#incoming, { withFileTypes: true })) {
      if (!entry.isFile() || !bodyName.test(entry.name)) continue;
      if (isRegistered(entry.name)) store.keep(entry.name);
      else await store.discard(entry.name);
    }
    return store;
  }

  /**
   * Writes a body to disk and hashes it. Rejects with `PayloadTooLarge`, or with the stream's error if the client
   * disconnected. The caller then discards the id.
   */
  async receive(id: string, body: IncomingMessage, declared: number | null, limit: number): Promise<ArrivedPayload> {
    if (declared !== null && declared <= SMALL_BODY_BYTES) {
      const bytes = await readWhole(body, limit);
      this.#damage(bytes);
      writeFileSync(join(this.#incoming, id), bytes, { flag: 'wx' });
      return { size: bytes.length, ...this.#hash.of(id, bytes) };
    }
    return this.#hash.streaming(id, (hasher) => this.#receiveStream(id, body, limit, hasher));
  }

  async #receiveStream(
    id: string,
    body: IncomingMessage,
    limit: number,
    hasher: StreamHasher,
  ): Promise<ArrivedPayload> {
    let size = 0;
    const file = await open(join(this.#incoming, id), 'wx');
    try {
      for await (const piece of piecesOf(body)) {
        if (size === 0) this.#damage(piece);
        size += piece.length;
        if (size > limit) throw new PayloadTooLarge(limit);
        hasher.update(piece);
        await file.writeFile(piece);
      }
    } finally {
      await file.close();
    }
    return { size, ...hasher.finish() };
  }

  keep(id: string): void {
    renameSync(join(this.#incoming, id), join(this.#submissions, id));
  }

  async discard(id: string): Promise<void> {
    await rm(join(this.#incoming, id), { force: true });
  }

  has(id: string): boolean {
    return existsSync(join(this.#submissions, id));
  }

  /** The bytes of a submission; null if they are lost. */
  read(id: string): Readable | null {
    return this.has(id) ? createReadStream(join(this.#submissions, id)) : null;
  }

  /** All bytes of a submission. Reads small ones synchronously, which is faster than another thread. */
  async whole(id: string, size: number): Promise<Buffer> {
    const path = join(this.#submissions, id);
    return size <= SMALL_BODY_BYTES ? readFileSync(path) : readFile(path);
  }

  /** Simulates a fault between the network card and the disk. */
  #damage(first: Uint8Array): void {
    if (this.#faults.arriving?.startsWith('changed-byte') !== true || first[0] === undefined) return;
    first[0] ^= 1;
    if (this.#faults.arriving === 'changed-byte-once') this.#faults.arriving = null;
  }
}

/** Reads a small body. Rejects with `PayloadTooLarge`, or if the client disconnected. */
export async function readWhole(body: IncomingMessage, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of piecesOf(body)) {
    size += piece.length;
    if (size > limit) throw new PayloadTooLarge(limit);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** Rejects if the path is not a folder: through a link, the user's own files would be treated as bodies. */
async function makeOwnFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  if (!(await lstat(path)).isDirectory()) throw new Error(`A link is in the place of a folder: ${path}`);
}

/** Keeps the request open if reading stops early, because its answer is still to be sent. */
function piecesOf(body: IncomingMessage): AsyncIterable<Buffer> {
  return body.iterator({ destroyOnReturn: false });
}
