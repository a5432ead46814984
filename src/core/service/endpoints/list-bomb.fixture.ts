import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { expenditureOf } from './expenditure.fixture.ts';
import { getAllTokens } from './get-all-tokens.ts';

// For tests: a process that reads the lists of a service once, tells what came of it, and what it cost. The submissions
// are read in a thread of their own, as those of the app are in the records' thread.

const baseUrl: string = isMainThread ? process.argv[2] : workerData;
const connection = {
  baseUrl,
  submitBaseUrl: null,
  credentials: async () => ({ apiKey: null, accessToken: 'token-9fQ2mZ7xLw4Kv8' }),
};

function submissionsElsewhere(): Promise<unknown> {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: baseUrl,
    resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 },
  });
  return new Promise((resolve) => {
    thread.once('message', resolve);
    thread.once('error', () => resolve('unreadable-answer'));
  });
}

if (isMainThread) {
  const tokens = await getAllTokens(connection);
  const codes = [tokens.ok ? tokens.value.length : tokens.error.code, await submissionsElsewhere()];
  process.send?.({ codes, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }, () => process.exit());
} else {
  const submissions = await expenditureOf(connection, { limit: 200_000 });
  parentPort?.postMessage(submissions.ok ? submissions.value.entries.length : submissions.error.code);
}
