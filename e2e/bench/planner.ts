import { basename } from 'node:path';
import { z } from 'zod';
import { DomainEvents } from '../../src/core/domain-events.ts';
import { dropPaths } from '../../src/core/submissions/drops/drop.fixture.ts';
import type { Submission } from '../../src/shared/bridge/submissions.ts';
import { failureDetail } from '../../src/shared/messages/failures/failure-message.ts';
import { openSubmissionsCore } from '../soak/submissions-core.ts';

const MEMORY_EVERY_MS = 5;
const built = new URL('../../out/main/', import.meta.url);
const scripts = {
  digests: new URL('digest.js', built),
  files: new URL('files.js', built),
  records: new URL('records.js', built),
};

// The measured process: the app without its window. One file teaches it limit and price; then the huge one is dropped.
const { userData, service, first, huge } = z
  .object({
    userData: z.string(),
    service: z.object({ url: z.string(), apiKey: z.string(), accessToken: z.string() }),
    first: z.string(),
    huge: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const events = new DomainEvents((_name, error) => {
  throw error;
});
const core = await openSubmissionsCore({ userData, service, scripts, events });
core.submissions.recover();

/** Drops a file; it, as it is once that holds. */
async function dropped(path: string, holds: (row: Submission) => boolean): Promise<Submission> {
  const reached = Promise.withResolvers<Submission>();
  const stop = events.on('submissions.changed', ({ submissions }) => {
    const row = submissions.find((one) => one.name === basename(path) && holds(one));
    if (row !== undefined) reached.resolve(row);
  });
  const added = await dropPaths(core.submissions.drops, core.accountId, [path]);
  if (!added.ok) throw new Error(failureDetail(added.error));
  const row = await reached.promise;
  stop();
  return row;
}

await dropped(first, ({ state }) => state.kind === 'confirmed');
// More than the first file has cost, and less than any huge one does.
const spendingLimit = { amount: '1000000000000000000', token: null };
await core.submissions.changeSettings(core.accountId, { atOnce: 'automatic', spendingLimit });
const memoryBefore = process.memoryUsage.rss();
let memoryPeak = memoryBefore;
const sample = (): void => {
  memoryPeak = Math.max(memoryPeak, process.memoryUsage.rss());
};
const sampling = setInterval(sample, MEMORY_EVERY_MS);
const begun = performance.now();
const { state, parts } = await dropped(
  huge,
  (row) => row.state.kind === 'paused' && (row.parts?.estimate ?? null) !== null,
);
const milliseconds = performance.now() - begun;
sample();
clearInterval(sampling);
// As whatever is beyond the limit: a person is asked before anything of it is read.
const isHeld = state.kind === 'paused' && state.why.kind === 'unapproved';
console.log(JSON.stringify({ milliseconds, memoryBefore, memoryPeak, parts: parts?.total ?? 0, isHeld }));
core.submissions.close();
process.exit();
