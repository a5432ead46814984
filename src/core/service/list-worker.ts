import { parentPort } from 'node:worker_threads';
import { tokenMapReader, tokensReader } from './answers.ts';
import type { ListMessage, ListReport } from './list-thread.ts';

const port = parentPort;
if (port === null) throw new Error('Lists are read in a worker thread.');

/** So many entries are handed over at once: taking them in holds the main thread a few milliseconds. */
const PORTION = 1_000;

const readers = { tokens: tokensReader, names: tokenMapReader } as const;
let reader: ReturnType<(typeof readers)[keyof typeof readers]> = tokensReader();
let entries: readonly unknown[] | null = null;
let given = 0;

port.on('message', (message: ListMessage) => {
  switch (message.kind) {
    case 'begins':
      reader = readers[message.list]();
      return;
    case 'bytes':
      reader.push(message.bytes);
      return;
    case 'ended':
      entries = reader.end();
      give();
      return;
    case 'more':
      give();
  }
});

function give(): void {
  const portion = entries?.slice(given, given + PORTION) ?? null;
  given += PORTION;
  const isLast = entries === null || given >= entries.length;
  port?.postMessage({ entries: portion, isLast } satisfies ListReport);
}
