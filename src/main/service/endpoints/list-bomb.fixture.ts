import { unknownPaths } from '../connection.ts';
import { getAllExpenditure } from './get-all-expenditure.ts';
import { getAllTokens } from './get-all-tokens.ts';

// For tests: a process that reads the lists of a service once, tells what came of it, and what it cost.

const [baseUrl = ''] = process.argv.slice(2);
const connection = {
  baseUrl,
  submitBaseUrl: null,
  paths: { ...unknownPaths, userFamily: '/user' },
  credentials: async () => ({ apiKey: null, accessToken: 'token-9fQ2mZ7xLw4Kv8' }),
};
const tokens = await getAllTokens(connection);
const submissions = await getAllExpenditure(connection, { limit: 200_000 });
const codes = [
  tokens.ok ? tokens.value.length : tokens.error.code,
  submissions.ok ? submissions.value.entries.length : submissions.error.code,
];
process.send?.({ codes, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }, () => process.exit());
