import { openOutboxCore } from '../soak/outbox-core.ts';
import { type UploaderReport, uploaderOrders } from './uploader-messages.ts';

const MEMORY_EVERY_MS = 20;

// The measured process: the app without its window. It takes the paths in as a drop and tells what that took.
const { userData, service, paths, files } = uploaderOrders.parse(JSON.parse(process.argv[2] ?? ''));
const done = Promise.withResolvers<number>();
let looking = false;

const core = await openOutboxCore({
  userData,
  service,
  send: (event) => {
    if (event.kind === 'notice') done.reject(new Error(event.text));
  },
  onCommitted: () => {
    // Many writes share a flush, and one look is enough for all of them.
    if (looking) return;
    looking = true;
    setImmediate(() => {
      looking = false;
      if (Number(receipts.get()?.count) === files) done.resolve(performance.now());
    });
  },
});
const receipts = core.database.prepare('SELECT count(*) AS count FROM items WHERE submission_id IS NOT NULL');
await core.outbox.recover();

const memoryBefore = process.memoryUsage.rss();
let memoryPeak = memoryBefore;
const sample = (): void => {
  memoryPeak = Math.max(memoryPeak, process.memoryUsage.rss());
};
const sampling = setInterval(sample, MEMORY_EVERY_MS);
const begun = performance.now();
const added = await core.outbox.add(core.accountId, paths);
if (!added.ok) throw new Error(added.error.detail ?? added.error.message);
const milliseconds = (await done.promise) - begun;
sample();
clearInterval(sampling);
const report = { milliseconds, memoryBefore, memoryPeak } satisfies UploaderReport;
await new Promise((resolve) => process.send?.(report, resolve));
// Ends as the app does: what is still being settled is taken up by the next run.
core.outbox.close();
process.exit();
