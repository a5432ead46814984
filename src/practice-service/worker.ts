import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { startPracticeService } from './index.ts';

export type WorkerReport =
  | { readonly kind: 'ready'; readonly url: string; readonly nodeUrl: string }
  | { readonly kind: 'failed'; readonly message: string };

/** A message from the parent. The thread ends once the service is closed. */
export type WorkerOrder = { readonly kind: 'close' };

const order = z.object({ kind: z.literal('close') });

/** Runs the service in a worker thread: `workerData` is `PracticeServiceOptions` with both secrets. */
async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const report = (message: WorkerReport): void => port.postMessage(message);
  try {
    const service = await startPracticeService(workerData);
    port.on('message', (message: unknown) => {
      if (order.safeParse(message).success) void service.close().finally(() => port.close());
    });
    report({ kind: 'ready', url: service.url, nodeUrl: service.nodeUrl });
  } catch (error) {
    report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    port.close();
  }
}

if (parentPort !== null) void serve(parentPort);
