import { DomainEvents } from '../../src/core/domain-events.ts';
import { dropPaths } from '../../src/core/submissions/drops/drop.fixture.ts';
import { keepYoungGenerationSmall } from '../../src/core/young-generation.ts';
import { failureDetail } from '../../src/shared/messages/failures/failure-message.ts';
import { openSubmissionsCore } from '../soak/submissions-core.ts';
import { type UploaderReport, uploaderOrders } from './uploader-messages.ts';

// Uses the built threads, because loading TypeScript is not part of the app.
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
/** The least number of writes before the last receipt. Earlier queries would slow down the measured process. */
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
    // Many writes share a flush, so one query is enough for all of them.
    if (looking || writesToCome > 0) return;
    looking = true;
    setImmediate(() => {
      looking = false;
      // Each missing receipt needs one more write.
      writesToCome = awaited.receipts - Number(receipts.get()?.count);
      if (writesToCome === 0) awaited.reached.resolve(performance.now());
    });
  },
});
const receipts = core.database.prepare('SELECT count(*) AS count FROM submissions WHERE submission_id IS NOT NULL');
core.submissions.recover();

/** Drops `dropped`. Resolves with the time at which all `expected` receipts of this process are on disk. */
async function submit(dropped: readonly string[], expected: number): Promise<number> {
  awaited = { receipts: expected, reached: Promise.withResolvers<number>() };
  const added = await dropPaths(core.submissions.drops, core.accountId, dropped);
  if (!added.ok) throw new Error(failureDetail(added.error));
  return awaited.reached.promise;
}

if (warmUp !== null) {
  await submit([warmUp], 1);
  // Starts the records thread before the measurement, because it starts once and stays.
  await core.records.record(core.accountId, 'none');
}

const expected = files + (warmUp === null ? 0 : 1);
const begun = performance.now();
const milliseconds = (await submit(paths, expected)) - begun;
const report = { milliseconds } satisfies UploaderReport;
await new Promise((resolve) => process.send?.(report, resolve));
// Ends like the app. The next run would continue the settlement.
core.submissions.close();
process.exit();
