import { batchPlan } from './batch-plan.ts';
import { runBatch } from './batch.ts';
import { startKeyring } from '../app/keyring.ts';
const [seed, n, kind, kills] = process.argv.slice(2);
const plan = batchPlan(Number(seed), Number(n), kind === 'app' ? 'app' : 'core', Number(kills));
const keyring = kind === 'app' ? await startKeyring() : null;
const { plan: p, ...report } = await runBatch(plan, keyring, new AbortController().signal);
console.log(JSON.stringify({ c: p.conditions, files: p.files, ...report }, null, 1));
await keyring?.close();
