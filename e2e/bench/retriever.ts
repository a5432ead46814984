import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AccountStore } from '../../src/core/accounts/account-store.ts';
import { practiceAccount } from '../../src/core/accounts/practice-account.ts';
import { DomainEvents } from '../../src/core/domain-events.ts';
import { Encryption } from '../../src/core/encryption/index.ts';
import { Records, startEngine } from '../../src/core/records/index.ts';
import { Retrievals } from '../../src/core/retrieval/index.ts';
import { RateLimiters, unknownPaths } from '../../src/core/service/index.ts';
import { GroupCommit, openDatabase } from '../../src/core/storage/index.ts';
import { knownFileQueries, SubmissionQueries } from '../../src/core/submissions/index.ts';
import { keepYoungGenerationSmall } from '../../src/core/young-generation.ts';
import type { Account } from '../../src/shared/bridge/accounts.ts';
import type { Retrieval } from '../../src/shared/bridge/retrieval.ts';
import { failureDetail } from '../../src/shared/messages/failures/failure-message.ts';

const MEMORY_EVERY_MS = 20;
const built = new URL('../../out/main/', import.meta.url);
keepYoungGenerationSmall();

/** By its receipt, which says what the whole is. */
const asked = z.object({ id: z.string(), size: z.number(), sha256: z.string(), blake2b256: z.string() });

// The measured process: getting back without the window. It is told what to get back, and tells what that took.
const { userData, url, apiKey, accessToken, warmUp, file } = z
  .object({
    userData: z.string(),
    url: z.string(),
    apiKey: z.string(),
    accessToken: z.string(),
    /** Something small that is got back before anything is measured. */
    warmUp: asked,
    file: asked,
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const downloads = join(userData, 'Downloads');
await mkdir(downloads, { recursive: true });
const databasePath = join(userData, 'dropslip.db');
const database = openDatabase(databasePath);
const { commit } = new GroupCommit(database);
await new AccountStore(database, commit).add(practiceAccount, new Date().toISOString());
const accountId = practiceAccount.id;
const events = new DomainEvents((_name, error) => {
  throw error;
});
const limiters = new RateLimiters({ now: Date.now, monotonic: () => performance.now() });
const connection = {
  baseUrl: url,
  submitBaseUrl: null,
  paths: unknownPaths,
  credentials: () => Promise.resolve({ apiKey, accessToken }),
  rateLimiter: (family: 'api-key' | 'access-token') => limiters.of(accountId, family),
};
const records = new Records({
  start: () => startEngine(new URL('records.js', built), { databasePath, ownFiles: knownFileQueries }),
  database,
  exportFolder: join(userData, 'exports'),
  region: () => 'en',
  now: Date.now,
  connection: () => connection,
  knownTokens: () => [],
  readTokens: async () => undefined,
  events,
});
const account: Account = {
  ...practiceAccount,
  address: null,
  credentials: { apiKey: null, accessToken: null },
  place: { kind: 'session', reason: null },
  trouble: null,
};
let files = 0;
const retrievals = new Retrievals({
  database,
  commit,
  events,
  records,
  hasKeptKeys: () => false,
  keptKeys: async function* () {},
  encryption: new Encryption({
    script: new URL('encryption.js', built),
    digestScript: new URL('digest.js', built),
    folder: join(userData, 'encrypted'),
  }),
  submissions: new SubmissionQueries(database),
  keepers: { find: () => null },
  accounts: () => [account],
  connection: () => connection,
  isSending: () => false,
  network: { hasNode: () => false, bytes: async () => ({ ok: false, error: { code: 'not-in-block' } }) },
  downloads: () => downloads,
  workFolder: join(userData, 'retrievals'),
  refuseFolder: () => undefined,
  freePath: (folder) => {
    files += 1;
    return { path: join(folder, `file ${files}`), isRenamed: false };
  },
  showInFolder: () => ({ ok: true, value: null }),
  assemblyScript: new URL('assembly.js', built),
  now: Date.now,
});

/** Milliseconds until it is saved. */
async function getBack({ id: submissionId, size, sha256, blake2b256 }: z.output<typeof asked>): Promise<number> {
  const begun = performance.now();
  const saved = Promise.withResolvers<void>();
  const stop = events.on('retrieval.changed', ({ retrieval }: { readonly retrieval: Retrieval }) => {
    if (retrieval.submissionId !== submissionId) return;
    if (retrieval.state.kind === 'failed') saved.reject(new Error(failureDetail(retrieval.state.reason)));
    if (retrieval.state.kind === 'saved') saved.resolve();
  });
  const started = await retrievals.start({
    kind: 'receipt',
    submissionId,
    address: null,
    name: 'photo.jpg',
    size,
    digests: { keccak256: null, sha256, blake2b256 },
    sent: null,
    places: [],
  });
  if (!started.ok) throw new Error(failureDetail(started.error));
  await saved.promise;
  stop();
  return performance.now() - begun;
}

await getBack(warmUp);
const memoryBefore = process.memoryUsage.rss();
let memoryPeak = memoryBefore;
const sample = (): void => {
  memoryPeak = Math.max(memoryPeak, process.memoryUsage.rss());
};
const sampling = setInterval(sample, MEMORY_EVERY_MS);
const milliseconds = await getBack(file);
sample();
clearInterval(sampling);
console.log(JSON.stringify({ milliseconds, memoryBefore, memoryPeak }));
process.exit();
