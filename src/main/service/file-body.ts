import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { inTime, LONGEST_SILENCE_MS } from '../files/in-time.ts';
import type { BodySink } from './body-sink.ts';
import type { WireBody } from './exchange.ts';
import { type ContentAtHand, UPLOAD_PIECE_BYTES, type UploadFile, type UploadHooks } from './outcome.ts';

/** What kept a file from being sent whole, found before its last byte left. */
export type FileFault =
  | { readonly kind: 'file-changed'; readonly detail: string }
  | { readonly kind: 'file-unreadable'; readonly code: string; readonly detail: string }
  | { readonly kind: 'held-back'; readonly detail: string };

/** A file opened for one upload. `fault` is set when feeding stopped because of the file. */
export type FileBody = WireBody & { readonly fault: () => FileFault | null; readonly close: () => void };

/**
 * Opens the file and makes sure that it is still the one that was prepared. A drive that is silent for `silenceMs` makes
 * the file unreadable. Never asked for an empty file, which is not to be opened (`files/file-size.ts`): `submitRawData`
 * refuses one before.
 */
export async function openFileBody(
  file: UploadFile,
  hooks: UploadHooks,
  silenceMs = LONGEST_SILENCE_MS,
): Promise<FileBody | FileFault> {
  if (file.atHand !== undefined) return bodyAtHand(file, file.atHand, hooks);
  let handle: FileHandle;
  const opening = open(file.path, 'r');
  try {
    handle = await inTime(opening, silenceMs);
  } catch (error) {
    closeOnceOpen(opening);
    return unreadable(error);
  }
  const firstFault = await check(() => inTime(handle.stat({ bigint: true }), silenceMs), file);
  if (firstFault !== null) {
    closeOnceOpen(opening);
    return firstFault;
  }
  let fault: FileFault | null = null;
  return {
    length: file.size,
    feed: async (sink) => {
      fault = await feed(handle, file, hooks, sink, silenceMs);
    },
    fault: () => fault,
    // Nobody waits for it: a handle whose drive hangs closes when the drive comes back, if ever.
    close: () => closeOnceOpen(opening),
  };
}

function closeOnceOpen(opening: Promise<FileHandle>): void {
  opening.then((handle) => handle.close()).catch(() => undefined);
}

/** Many small files: each call of the file system costs more than sending what is in it. */
async function bodyAtHand(
  file: UploadFile,
  { bytes, justRead }: ContentAtHand,
  hooks: UploadHooks,
): Promise<FileBody | FileFault> {
  const changed = justRead ? null : await check(() => inTime(stat(file.path, { bigint: true })), file);
  if (changed !== null) return changed;
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

/** Three buffers take turns: while the socket takes two, the disk fills the third. Memory does not grow with the file. */
async function feed(
  handle: FileHandle,
  file: UploadFile,
  hooks: UploadHooks,
  sink: BodySink,
  silenceMs: number,
): Promise<FileFault | null> {
  const pieceBytes = Math.min(UPLOAD_PIECE_BYTES, file.size);
  const count = Math.min(3, Math.ceil(file.size / pieceBytes));
  const buffers = Array.from({ length: count }, () => Buffer.allocUnsafeSlow(pieceBytes));
  const writes: Promise<boolean>[] = [];
  let taken = 0;
  const progress = (bytes: number) => (ok: boolean) => {
    taken += bytes;
    if (ok) hooks.onProgress(taken);
    return ok;
  };

  for (let offset = 0, turn = 0; offset < file.size; turn += 1) {
    const buffer = buffers[turn % buffers.length];
    const earlier = writes[turn % buffers.length];
    if (buffer === undefined || (earlier !== undefined && !(await earlier))) return null;
    const piece = buffer.subarray(0, Math.min(pieceBytes, file.size - offset));
    const readFault = await fill(handle, piece, offset, silenceMs);
    if (readFault !== null) return readFault;
    offset += piece.length;
    if (offset < file.size) {
      await arrivals();
      writes[turn % buffers.length] = sink.write(piece).then(progress(piece.length));
      continue;
    }
    const lastFault =
      (await check(() => inTime(handle.stat({ bigint: true }), silenceMs), file)) ?? (await announce(hooks));
    if (lastFault !== null) return lastFault;
    await arrivals();
    await sink.finish(piece).then(progress(piece.length));
  }
  return null;
}

/**
 * Lets what has arrived on the socket be read before the next write: a write into a connection that was reset fails at
 * once, and an early refusal (413, 401) that lies unread before the reset would be lost with it. The first turn of the
 * loop handles what was already known, the second asks the system anew.
 */
async function arrivals(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

async function announce(hooks: UploadHooks): Promise<FileFault | null> {
  try {
    await hooks.beforeLastBytes();
    return null;
  } catch (error) {
    return { kind: 'held-back', detail: errorText(error) };
  }
}

async function fill(handle: FileHandle, piece: Buffer, position: number, silenceMs: number): Promise<FileFault | null> {
  try {
    for (let filled = 0; filled < piece.length; ) {
      const reading = handle.read(piece, filled, piece.length - filled, position + filled);
      const { bytesRead } = await inTime(reading, silenceMs);
      if (bytesRead === 0) return { kind: 'file-changed', detail: `The file ends after ${position + filled} bytes.` };
      filled += bytesRead;
    }
    return null;
  } catch (error) {
    return unreadable(error);
  }
}

async function check(look: () => Promise<BigIntStats>, file: UploadFile): Promise<FileFault | null> {
  try {
    const { size, mtimeNs } = await look();
    if (size === BigInt(file.size) && mtimeNs === file.mtimeNs) return null;
    return {
      kind: 'file-changed',
      detail: `Prepared with ${file.size} bytes, modified at ${file.mtimeNs} ns; found ${size} bytes, ${mtimeNs} ns.`,
    };
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
  return { kind: 'file-unreadable', code, detail: errorText(error) };
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
