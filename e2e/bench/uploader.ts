import { DomainEvents } from '../../src/core/domain-events.ts';
import { dropPaths } from '../../src/core/submissions/drops/drop.fixture.ts';
import { keepYoungGenerationSmall } from '../../src/core/young-generation.ts';
import { failureDetail } from '../../src/shared/messages/failures/failure-message.ts';
import { openSubmissionsCore } from '../soak/submissions-core.ts';
import { type UploaderReport, uploaderOrders } from './uploader-messages.ts';

// A thread started from sources would load TypeScript first, which no app does.
const built = new URL('../../out/main/', import.meta.url);
keepYoungGenerationSmall();
const scripts = {
  digests: new URL('digest.js', built),
  files: new URL('files.js', built),
  records: new URL('records.js', built),
};

// The measured process: the app without its window. It adds the paths as a drop and reports the time.
const { userData, service, paths, files, warmUp } = uploaderOrders.parse(JSON.parse(process.argv[2] ?? ''));
let awaited = { receipts: 0, reached: Promise.withResolvers<number>() };
/** So many writes at least are still to come: looking earlier would cost the measured process time. */
let writesToCome = 0;
let looking = false;

const events = new DomainEvents((_name, error) => {
  throw error;
});
events.on('notice', ({ notice }) => awaited.reached.reject(new Error(notice.code)));
const core = await openSubmissionsCore({
  userData,
  service,
  scripts,
  events,
  onCommitted: () => {
    writesToCome -= 1;
    // Many writes share a flush, and one look is enough for all of them.
    if (looking || writesToCome > 0) return;
    looking = true;
    setImmediate(() => {
      looking = false;
      // Each receipt that is missing is a write of its own.
      writesToCome = awaited.receipts - Number(receipts.get()?.count);
      if (writesToCome === 0) awaited.reached.resolve(performance.now());
    });
  },
});
const receipts = core.database.prepare('SELECT count(*) AS count FROM submissions WHERE submission_id IS NOT NULL');
core.submissions.recover();

/** Drops `dropped`; the instant at which all `expected` receipts of this process are on disk. */
async function submit(dropped: readonly string[], expected: number): Promise<number> {
  awaited = { receipts: expected, reached: Promise.withResolvers<number>() };
  const added = await dropPaths(core.submissions.drops, core.accountId, dropped);
  if (!added.ok) throw new Error(failureDetail(added.error));
  return awaited.reached.promise;
}

if (warmUp !== null) {
  await submit([warmUp], 1);
  // The thread that keeps records starts when they are first asked for, and stays, whatever is submitted.
  await core.records.record(core.accountId, 'none');
}

const expected = files + (warmUp === null ? 0 : 1);
const begun = performance.now();
const milliseconds = (await submit(paths, expected)) - begun;
const report = { milliseconds } satisfies UploaderReport;
await new Promise((resolve) => process.send?.(report, resolve));
// Ends as the app does: what is still being settled is taken up by the next run.
core.submissions.close();
process.exit();
