import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { DomainEvents } from '../../src/core/domain-events.ts';
import { Encryption } from '../../src/core/encryption/index.ts';
import { dropPaths } from '../../src/core/submissions/drops/drop.fixture.ts';
import { keepYoungGenerationSmall } from '../../src/core/young-generation.ts';
import { success } from '../../src/shared/failures/failure.ts';
import { failureDetail } from '../../src/shared/messages/failures/failure-message.ts';
import { openSubmissionsCore } from '../soak/submissions-core.ts';
import { type UploaderReport, uploaderOrders } from './uploader-messages.ts';

const MEMORY_EVERY_MS = 20;
// As the app has them: each thread of sources would load what reads TypeScript, in time and memory that no app takes.
const built = new URL('../../out/main/', import.meta.url);
keepYoungGenerationSmall();
const scripts = {
  digests: new URL('digest.js', built),
  files: new URL('files.js', built),
  records: new URL('records.js', built),
};

// The measured process: the app without its window. It takes the paths in as a drop and tells what that took.
const { userData, service, paths, files, warmUp, isPrivate } = uploaderOrders.parse(JSON.parse(process.argv[2] ?? ''));
let awaited = { receipts: 0, reached: Promise.withResolvers<number>() };
/** So many writes at least are still to come: looking earlier would cost the measured process time. */
let writesToCome = 0;
let looking = false;

const events = new DomainEvents((_name, error) => {
  throw error;
});
events.on('notice', ({ notice }) => awaited.reached.reject(new Error(notice.code)));
const recipient = await identityToRecipient(await generateIdentity());
const core = await openSubmissionsCore({
  userData,
  service,
  scripts,
  events,
  privacy: {
    encryption: new Encryption({
      script: new URL('encryption.js', built),
      digestScript: scripts.digests,
      folder: join(userData, 'encrypted'),
    }),
    keys: {
      standard: () => 'recipients',
      encryptFor: async () => success({ kind: 'recipients', recipients: [recipient] }),
      keepPassphrase: async () => success(null),
    },
  },
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

/** The same of one that is encrypted first, for whoever has the key. */
async function submitPrivately(path: string, expected: number): Promise<number> {
  awaited = { receipts: expected, reached: Promise.withResolvers<number>() };
  const { drops } = core.submissions;
  const weighed = await drops.weigh(core.accountId, [path], 'if-needed');
  if (!weighed.ok || weighed.value.kind !== 'asks') throw new Error('Nobody was asked who can read it.');
  const how = { folders: 'separate', keepsTimes: true, remember: false, readers: { kind: 'recipients' } } as const;
  const added = await drops.add(weighed.value.dropId, how);
  if (!added.ok) throw new Error(failureDetail(added.error));
  return awaited.reached.promise;
}

/** Bytes that the process has read of files and pipes until now, as Linux counts them; null elsewhere. */
function readUntilNow(): number | null {
  if (process.platform !== 'linux') return null;
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);
}

if (warmUp !== null) {
  await submit([warmUp], 1);
  // The thread that keeps records starts when they are first asked for, and stays, whatever is submitted.
  await core.records.record(core.accountId, 'none');
}

const memoryBefore = process.memoryUsage.rss();
let memoryPeak = memoryBefore;
const sample = (): void => {
  memoryPeak = Math.max(memoryPeak, process.memoryUsage.rss());
};
// Looking at memory takes time; where nothing is measured but time, nobody looks.
const sampling = warmUp === null ? undefined : setInterval(sample, MEMORY_EVERY_MS);
const expected = files + (warmUp === null ? 0 : 1);
const readBefore = readUntilNow();
const begun = performance.now();
const ended = isPrivate ? await submitPrivately(paths[0] ?? '', expected) : await submit(paths, expected);
const milliseconds = ended - begun;
const readAfter = readUntilNow();
sample();
clearInterval(sampling);
const readBytes = readAfter === null || readBefore === null ? null : readAfter - readBefore;
const report = { milliseconds, memoryBefore, memoryPeak, readBytes } satisfies UploaderReport;
await new Promise((resolve) => process.send?.(report, resolve));
// Ends as the app does: what is still being settled is taken up by the next run.
core.submissions.close();
process.exit();
