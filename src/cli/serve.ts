import ky from 'ky';
import type { Client } from './client.ts';
import type { Exit } from './exit.ts';
import { type Output, type OutputEvent, SCHEMA } from './output.ts';
import { QueueNews } from './watch.ts';

/** Runs the queue without a window until SIGTERM or Ctrl+C. `webhook`: the address that receives the news as JSON. */
export async function serve(
  client: Client,
  output: Output,
  { webhook }: { readonly webhook?: string },
  cancel: AbortSignal,
): Promise<Exit> {
  const news = new QueueNews(output, { resultsOnly: true });
  let posted: Promise<unknown> = Promise.resolve();
  const post = (url: string, event: OutputEvent): void => {
    // One after the other, so that they arrive in order.
    posted = posted.then(() =>
      ky
        .post(url, { json: { schema: SCHEMA, ...event }, retry: { limit: 5, methods: ['post'] } })
        .catch((error: unknown) => {
          output.write({ event: 'webhook-failed', message: String(error) }, `The webhook failed: ${String(error)}`);
        }),
    );
  };
  const stopped = new Promise<void>((resolve) => cancel.addEventListener('abort', () => resolve()));
  output.write({ event: 'ready' }, 'Dropslip is running.');
  await client.listen(
    (event) => {
      for (const { event: told, words } of news.of(event)) {
        output.write(told, words);
        if (webhook !== undefined) post(webhook, told);
      }
    },
    () => stopped,
  );
  output.write({ event: 'ending' }, 'Dropslip is ending.');
  return 'done';
}
