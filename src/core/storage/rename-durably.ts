import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Puts a finished file in the place of `to`: after a power cut there is the one or the other, whole. The content is on the
 * disk before the name is, and the name before this returns, where a folder can be flushed (not on Windows).
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
