import { type FileFacts, type FileProblem, type FileThreads, OpenFile } from '../files/index.ts';
import type { WireBody } from './exchange.ts';

/**
 * File content that is still in memory. `justRead`: the file had no time to change since. `inode`, `ctimeNs`: of the
 * file when it was read.
 */
export type ContentAtHand = {
  readonly bytes: Uint8Array;
  readonly justRead: boolean;
  readonly inode: bigint;
  readonly ctimeNs: bigint;
};

/** The file when it was prepared. An upload that finds a different one stops. */
export type UploadFile = {
  readonly path: string;
  readonly size: number;
  /** Nanoseconds since the epoch, from `stat` with bigint. */
  readonly mtimeNs: bigint;
  /** Lower-case hex with `0x`. An upload of other bytes never completes. */
  readonly sha256: string;
  readonly files: FileThreads;
  /** The prepared content if it is still in memory: `size` bytes that need no second read. */
  readonly atHand?: ContentAtHand;
};

export type UploadHooks = {
  readonly signal: AbortSignal;
  /** Called with the number of bytes that the socket has taken. */
  readonly onProgress: (bytes: number) => void;
  /**
   * Awaited before the socket gets the last piece of the body: from then on the service may have the whole body. A
   * rejection stops the upload with `not-sent`.
   */
  readonly beforeLastBytes: () => Promise<void>;
  /**
   * Awaited before the body is sent a second time, to another form of the endpoint's path. False: the first one may
   * have been accepted, so nothing is sent and the outcome is `unknown`.
   */
  readonly mayResend: () => Promise<boolean>;
};

/** A body up to this size is sent in one piece. */
export const UPLOAD_PIECE_BYTES = 1024 * 1024;

/** The reason why a file was not sent whole, found before its last byte was sent. */
export type FileFault =
  | { readonly kind: 'file-changed'; readonly detail: string }
  | { readonly kind: 'file-unreadable'; readonly code: string; readonly detail: string }
  | { readonly kind: 'held-back'; readonly detail: string };

/** A file opened for one upload. `fault` is set if its pieces ended because of the file. */
export type FileBody = WireBody & { readonly fault: () => FileFault | null; readonly close: () => void };

/** Thrown to end the pieces of a body, so that its last byte is not sent. */
class FaultError extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(fault.detail);
    this.fault = fault;
  }
}

/**
 * Opens the file and verifies that it is still the prepared one. The SHA-256 is computed from the bytes that the socket
 * gets, and the last piece is sent only if it matches the recorded one. Size and times only detect changes sooner. Do
 * not call it for an empty file, which `submitRawData` refuses.
 */
export async function openFileBody(file: UploadFile, hooks: UploadHooks): Promise<FileBody | FileFault> {
  if (file.atHand !== undefined) {
    // These bytes were digested in the memory that is sent.
    const { bytes } = file.atHand;
    const isAsRead = file.atHand.justRead || (await isUntouched(file, file.atHand));
    if (isAsRead) return bodyOf(file.size, () => wholePiece(bytes, hooks));
  }
  if (file.size <= UPLOAD_PIECE_BYTES) return openWhole(file, hooks);
  const opened = await file.files.open(file.path);
  if (!(opened instanceof OpenFile)) return unreadable(opened);
  const firstFault = changeOf(opened.facts, file);
  if (firstFault !== null) {
    opened.close();
    return firstFault;
  }
  return bodyOf(
    file.size,
    () => piecesOf(opened, file, hooks),
    () => opened.close(),
  );
}

function bodyOf(length: number, pieces: () => AsyncIterable<Uint8Array>, close = (): void => undefined): FileBody {
  let fault: FileFault | null = null;
  return {
    length,
    async *pieces() {
      try {
        yield* pieces();
      } catch (error) {
        if (error instanceof FaultError) fault = error.fault;
        throw error;
      }
    },
    fault: () => fault,
    close,
  };
}

/** True if nothing can have written to the file since it was read. Else its bytes are read and digested again. */
async function isUntouched(file: UploadFile, { inode, ctimeNs }: { inode: bigint; ctimeNs: bigint }): Promise<boolean> {
  const now = await file.files.look(file.path, 'no-follow');
  return now.kind === 'file' && changeOf(now, file) === null && now.inode === inode && now.ctimeNs === ctimeNs;
}

/** Reads a small file in one call: for many small files, file system calls cost more than sending. */
async function openWhole(file: UploadFile, hooks: UploadHooks): Promise<FileBody | FileFault> {
  const read = await file.files.read(file.path, 'no-follow', file.size);
  if (read.kind === 'unreadable') {
    return read.code === 'EFBIG' ? { kind: 'file-changed', detail: read.detail } : unreadable(read);
  }
  const fault = changeOf(read.facts, file) ?? otherBytes(read.sha256, file);
  const { bytes } = read;
  return fault ?? bodyOf(file.size, () => wholePiece(bytes, hooks));
}

async function* wholePiece(bytes: Uint8Array, hooks: UploadHooks): AsyncGenerator<Uint8Array> {
  await beforeLastBytes(hooks);
  yield bytes;
  hooks.onProgress(bytes.byteLength);
}

type Piece = Uint8Array<ArrayBuffer>;

/** Reads with two buffers in turn: one is filled while the socket takes the other. Memory does not grow with the file. */
async function* piecesOf(opened: OpenFile, file: UploadFile, hooks: UploadHooks): AsyncGenerator<Uint8Array> {
  async function read(buffer: ArrayBuffer, offset: number): Promise<Piece | FileFault> {
    const length = Math.min(UPLOAD_PIECE_BYTES, file.size - offset);
    const answer = await opened.read(new Uint8Array(buffer, 0, length), offset);
    if (answer.kind === 'unreadable') return unreadable(answer);
    if (answer.bytesRead === length) return answer.piece;
    return { kind: 'file-changed', detail: `The file ends after ${offset + answer.bytesRead} bytes.` };
  }

  let free = new ArrayBuffer(UPLOAD_PIECE_BYTES);
  let reading = read(new ArrayBuffer(UPLOAD_PIECE_BYTES), 0);
  for (let offset = 0; offset < file.size; ) {
    const piece = await reading;
    if ('kind' in piece) throw new FaultError(piece);
    offset += piece.length;
    if (offset < file.size) reading = read(free, offset);
    else {
      const end = await opened.finish();
      if (end.kind === 'unreadable') throw new FaultError(unreadable(end));
      const fault = changeOf(end.facts, file) ?? otherBytes(end.sha256, file);
      if (fault !== null) throw new FaultError(fault);
      await beforeLastBytes(hooks);
    }
    yield piece;
    free = piece.buffer;
    hooks.onProgress(offset);
  }
}

async function beforeLastBytes(hooks: UploadHooks): Promise<void> {
  try {
    await hooks.beforeLastBytes();
  } catch (error) {
    throw new FaultError({ kind: 'held-back', detail: error instanceof Error ? error.message : String(error) });
  }
}

function changeOf({ size, mtimeNs }: FileFacts, file: UploadFile): FileFault | null {
  if (size === file.size && mtimeNs === file.mtimeNs) return null;
  return {
    kind: 'file-changed',
    detail: `Prepared with ${file.size} bytes, modified at ${file.mtimeNs} ns; found ${size} bytes, ${mtimeNs} ns.`,
  };
}

function otherBytes(sha256: string, file: UploadFile): FileFault | null {
  if (sha256 === file.sha256) return null;
  return { kind: 'file-changed', detail: `Prepared with the SHA-256 ${file.sha256}; found ${sha256}.` };
}

function unreadable({ code, detail }: FileProblem): FileFault {
  return { kind: 'file-unreadable', code, detail };
}

/**
 * Frees the memory of `bytes` at once; they cannot be used afterwards. The garbage collector does not see the size of
 * array buffers: without this, dozens of mebibytes stay allocated, and each dozen that passes causes a full collection.
 * Does nothing if the bytes are a part of a larger buffer or shared with another thread.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
