import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DataHash, HashedPayload, StreamHasher } from './data-hash.ts';
import type { Faults } from './faults.ts';

/** What arrived: so many bytes, and the service's hash of them. */
export type ArrivedPayload = HashedPayload & { readonly size: number };

/** The body went past the limit; nothing of it is kept. */
export class PayloadTooLarge extends Error {}

// Below this, one buffer and one write cost less than a stream, and writing costs less than handing it to another thread.
const SMALL_BODY_BYTES = 64 * 1024;

/** Bodies have their submission's id as a name. */
const bodyName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The submitted bytes: `submissions/<id>`. A body arrives in `incoming/<id>` and is moved once the ledger has it, so
 * that after a crash the ledger alone says which of the incoming files count.
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
   * Opens the folder and settles what a crash left behind: moves what `isRegistered`, deletes other bodies that arrived.
   * What is none stays: the folder may have been somebody's before. Rejects where there is a link to a folder.
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
   * Writes a body to disk and hashes it on the way. Rejects with
   * `PayloadTooLarge`, or with the stream's error when the sender went away; the caller then discards the id.
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
        if (size > limit) throw new PayloadTooLarge();
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

  /** The bytes of a submission; null if they are gone. */
  read(id: string): Readable | null {
    return this.has(id) ? createReadStream(join(this.#submissions, id)) : null;
  }

  /** All bytes of a submission. Small ones are read at once, which is quicker than another thread. */
  async whole(id: string, size: number): Promise<Buffer> {
    const path = join(this.#submissions, id);
    return size <= SMALL_BODY_BYTES ? readFileSync(path) : readFile(path);
  }

  /** As a service would that has a fault of its own between the network card and the disk. */
  #damage(first: Uint8Array): void {
    if (this.#faults.arriving?.startsWith('changed-byte') !== true || first[0] === undefined) return;
    first[0] ^= 1;
    if (this.#faults.arriving === 'changed-byte-once') this.#faults.arriving = null;
  }
}

/** Reads a body of a known, small kind. Rejects with `PayloadTooLarge`, or when the sender went away. */
export async function readWhole(body: IncomingMessage, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of piecesOf(body)) {
    size += piece.length;
    if (size > limit) throw new PayloadTooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** Rejects where something else has its name: through a link, somebody's own files would be taken for bodies. */
async function makeOwnFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  if (!(await lstat(path)).isDirectory()) throw new Error(`A link is in the place of a folder: ${path}`);
}

/** Leaves the request open when reading stops early: it still has an answer coming. */
function piecesOf(body: IncomingMessage): AsyncIterable<Buffer> {
  return body.iterator({ destroyOnReturn: false });
}
