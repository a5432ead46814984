import { type TransferListItem, Worker } from 'node:worker_threads';
import { type Failure, failure, type Result, success } from '../../shared/bridge/failure.ts';
import type {
  HistoryAnswer,
  HistoryAsk,
  HistoryKind,
  HistoryNotice,
  HistoryReport,
  HistoryThreadData,
} from './messages.ts';
import type { Kept } from './record-room.ts';

export type HistoryThread = ReturnType<typeof createHistoryThread>;

type Settle = (result: Result<HistoryAnswer<HistoryKind>>) => void;

/** Megabytes: several times what a history of 300,000 records needs. */
const resourceLimits = { maxOldGenerationSizeMb: 2048 };

const stopped: Failure = {
  code: 'history-stopped',
  message: 'Reading the kept records was interrupted. Try again.',
};

export type HistoryThreadParts = {
  readonly script: URL;
  readonly databasePath: string;
  readonly most: Kept;
  readonly onReport: (report: Exclude<HistoryReport, { kind: 'answer' | 'failed' }>) => void;
  /** The thread has died by itself. The next question starts another. */
  readonly onCrash: (detail: string) => void;
};

/** The thread that keeps the history, started with the first question. What it was asked when it died is answered so. */
export function createHistoryThread({ script, databasePath, most, onReport, onCrash }: HistoryThreadParts) {
  const pending = new Map<number, Settle>();
  let worker: Worker | null = null;
  let lastId = 0;
  let closed = false;
  let deaths = 0;

  function start(): Worker {
    const workerData: HistoryThreadData = { databasePath, most };
    const started = new Worker(script, { workerData, resourceLimits });
    started.unref();
    started.on('message', (report: HistoryReport) => {
      if (started === worker) take(report);
    });
    started.on('error', (error) => lose(started, String(error)));
    started.on('exit', (code) => lose(started, `It ended with ${code}.`));
    return started;
  }

  function take(report: HistoryReport): void {
    if (report.kind !== 'answer' && report.kind !== 'failed') {
      onReport(report);
      return;
    }
    const settle = pending.get(report.id);
    pending.delete(report.id);
    settle?.(report.kind === 'answer' ? success(report.answer) : failure(report.error));
  }

  function lose(lost: Worker, detail: string): void {
    if (lost !== worker) return;
    worker = null;
    const left = [...pending.values()];
    pending.clear();
    for (const settle of left) settle(failure({ ...stopped, detail }));
    if (closed) return;
    deaths += 1;
    onCrash(detail);
  }

  return {
    ask<Kind extends HistoryKind>(
      kind: Kind,
      accountId: string,
      ask: HistoryAsk<Kind>,
    ): Promise<Result<HistoryAnswer<Kind>>> {
      if (closed) return Promise.resolve(failure(stopped));
      worker ??= start();
      lastId += 1;
      const id = lastId;
      const asked = worker;
      return new Promise((resolve) => {
        // The thread answers a question with an answer of its own kind.
        pending.set(id, (result) => resolve(result as Result<HistoryAnswer<Kind>>));
        asked.postMessage({ id, kind, accountId, ask });
      });
    },

    post(notice: HistoryNotice, transfer: readonly TransferListItem[] = []): void {
      worker?.postMessage(notice, transfer);
    },

    /** How often it has died by itself so far. */
    deaths: (): number => deaths,

    async close(): Promise<void> {
      closed = true;
      const last = worker;
      if (last !== null) await last.terminate();
    },
  };
}
