import { type FileFacts, type FileProblem, type FileThreads, OpenFile } from '../files/index.ts';
import { arrivals, type BodySink } from './body-sink.ts';
import type { WireBody } from './wire.ts';

/** `justRead`: the file had hardly time to change since. `inode`, `ctimeNs`: the file's when it was read. */
export type ContentAtHand = {
  readonly bytes: Uint8Array;
  readonly justRead: boolean;
  readonly inode: bigint;
  readonly ctimeNs: bigint;
};

/** The file as it was when it was prepared; an upload that finds another one stops. */
export type UploadFile = {
  readonly path: string;
  readonly size: number;
  /** Nanoseconds since the epoch, from `stat` with bigint. */
  readonly mtimeNs: bigint;
  /** Of its bytes, lower-case hex with `0x`: no other bytes are sent whole. */
  readonly sha256: string;
  /** The threads that read it. */
  readonly files: FileThreads;
  /** The content as it was prepared, where it is still at hand: `size` bytes that need not be read again. */
  readonly atHand?: ContentAtHand;
};

export type UploadHooks = {
  readonly signal: AbortSignal;
  /** Bytes that the socket has taken so far. */
  readonly onProgress: (bytes: number) => void;
  /**
   * Awaited before the last piece of the body is handed to the socket: from here on the service may have all of it.
   * A rejection stops the upload with `not-sent`.
   */
  readonly beforeLastBytes: () => Promise<void>;
  /**
   * Awaited before the body goes out a second time, to another form of the endpoint's path. False: it may have been taken,
   * so it does not go, and the outcome is `unknown`.
   */
  readonly mayGoAgain: () => Promise<boolean>;
};

/** A body of at most this many bytes leaves in one piece. */
export const UPLOAD_PIECE_BYTES = 1024 * 1024;

/** What kept a file from being sent whole, found before its last byte left. */
export type FileFault =
  | { readonly kind: 'file-changed'; readonly detail: string }
  | { readonly kind: 'file-unreadable'; readonly code: string; readonly detail: string }
  | { readonly kind: 'held-back'; readonly detail: string };

/** A file opened for one upload. `fault` is set when feeding stopped because of the file. */
export type FileBody = WireBody & { readonly fault: () => FileFault | null; readonly close: () => void };

/**
 * Opens the file and makes sure that it is still the one that was prepared. What is vouched for is what is sent: the
 * SHA-256 is taken of the very bytes that go to the socket, and the last of them goes only when it is the one that was
 * written down. Size and times of the file only tell sooner. Never asked for an empty file: `submitRawData` refuses one
 * before.
 */
export async function openFileBody(file: UploadFile, hooks: UploadHooks): Promise<FileBody | FileFault> {
  if (file.atHand !== undefined) {
    // Its bytes were digested in the memory that is sent.
    const isAsRead = file.atHand.justRead || (await isUntouched(file, file.atHand));
    if (isAsRead) return bodyOf(file.atHand.bytes, file, hooks);
  }
  if (file.size <= UPLOAD_PIECE_BYTES) return openWhole(file, hooks);
  const opened = await file.files.open(file.path);
  if (!(opened instanceof OpenFile)) return unreadable(opened);
  const firstFault = changeOf(opened.facts, file);
  if (firstFault !== null) {
    opened.close();
    return firstFault;
  }
  let fault: FileFault | null = null;
  return {
    length: file.size,
    feed: async (sink) => {
      fault = await feed(opened, file, hooks, sink);
    },
    fault: () => fault,
    close: () => opened.close(),
  };
}

/** Whether nobody can have written to it since it was read. Where somebody may have, its bytes tell. */
async function isUntouched(file: UploadFile, { inode, ctimeNs }: { inode: bigint; ctimeNs: bigint }): Promise<boolean> {
  const now = await file.files.look(file.path, 'no-follow');
  return now.kind === 'file' && changeOf(now, file) === null && now.inode === inode && now.ctimeNs === ctimeNs;
}

/** Many small files: each call of the file system costs more than sending what is in it. */
async function openWhole(file: UploadFile, hooks: UploadHooks): Promise<FileBody | FileFault> {
  const read = await file.files.read(file.path, 'no-follow', file.size);
  if (read.kind === 'unreadable') {
    return read.code === 'EFBIG' ? { kind: 'file-changed', detail: read.detail } : unreadable(read);
  }
  const fault = changeOf(read.facts, file) ?? otherBytes(read.sha256, file);
  return fault ?? bodyOf(read.bytes, file, hooks);
}

function bodyOf(bytes: Uint8Array, file: UploadFile, hooks: UploadHooks): FileBody {
  let fault: FileFault | null = null;
  return {
    length: file.size,
    feed: async (sink) => {
      fault = await announce(hooks);
      if (fault !== null) return;
      await arrivals();
      if (await sink.finish(bytes)) hooks.onProgress(file.size);
    },
    fault: () => fault,
    close: () => undefined,
  };
}

type Piece = Uint8Array<ArrayBuffer>;

/** Three buffers take turns: one is read ahead while the socket takes two. Memory does not grow with the file. */
async function feed(opened: OpenFile, file: UploadFile, hooks: UploadHooks, sink: BodySink): Promise<FileFault | null> {
  const writes: Promise<Piece | null>[] = [];
  let taken = 0;
  const write = (piece: Piece, written: Promise<boolean>): Promise<Piece | null> =>
    written.then((ok) => {
      if (!ok) return null;
      taken += piece.length;
      hooks.onProgress(taken);
      return piece;
    });

  /** The piece that begins at `offset`; null once the socket takes no more. */
  async function read(turn: number, offset: number): Promise<Piece | FileFault | null> {
    const free = turn < BUFFERS ? new Uint8Array(UPLOAD_PIECE_BYTES) : await writes[turn % BUFFERS];
    if (free === undefined || free === null) return null;
    const length = Math.min(UPLOAD_PIECE_BYTES, file.size - offset);
    const answer = await opened.read(new Uint8Array(free.buffer, 0, length), offset);
    if (answer.kind === 'unreadable') return unreadable(answer);
    if (answer.bytesRead === length) return answer.piece;
    return { kind: 'file-changed', detail: `The file ends after ${offset + answer.bytesRead} bytes.` };
  }

  let reading = read(0, 0);
  for (let offset = 0, turn = 0; ; turn += 1) {
    const piece = await reading;
    if (piece === null || 'kind' in piece) return piece;
    offset += piece.length;
    if (offset < file.size) {
      reading = read(turn + 1, offset);
      await arrivals();
      writes[turn % BUFFERS] = write(piece, sink.write(piece));
      continue;
    }
    const end = await opened.finish();
    if (end.kind === 'unreadable') return unreadable(end);
    const lastFault = changeOf(end.facts, file) ?? otherBytes(end.sha256, file) ?? (await announce(hooks));
    if (lastFault !== null) return lastFault;
    await arrivals();
    await write(piece, sink.finish(piece));
    return null;
  }
}

const BUFFERS = 3;

async function announce(hooks: UploadHooks): Promise<FileFault | null> {
  try {
    await hooks.beforeLastBytes();
    return null;
  } catch (error) {
    return { kind: 'held-back', detail: error instanceof Error ? error.message : String(error) };
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
