import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Replaces `to` with a finished file. After a power cut, either the old or the new file is there, complete. Flushes the
 * content before the rename, and the folder after it, except on Windows, where folders cannot be flushed.
 */
export function renameDurably(from: string, to: string): void {
  flush(from, 'r+');
  renameSync(from, to);
  flushFolder(to);
}

function flushFolder(path: string): void {
  if (process.platform !== 'win32') flush(dirname(path), 'r');
}

function flush(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
