import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { createDesk } from './desk.ts';
import type { HistoryMessage, HistoryReport } from './messages.ts';
import { openHistoryStore } from './thread-store.ts';

const port = parentPort;
if (port === null) throw new Error('The history runs as a worker thread.');
const { databasePath, most } = z
  .object({ databasePath: z.string(), most: z.object({ records: z.number(), bytes: z.number() }) })
  .parse(workerData);

const tell = (report: HistoryReport): void => port.postMessage(report);
const store = openHistoryStore(databasePath, most, (detail) => tell({ kind: 'not-stored', detail }));
const desk = createDesk(store, most, tell);

port.on('message', (message: HistoryMessage) => {
  if ('id' in message) void desk.answer(message);
  else desk.heed(message);
});
