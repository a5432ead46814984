import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ZodError, z } from 'zod';
import { arrivingFaults, nodeFaults, orderFaults, preImageFaults } from './faults.ts';
import { startPracticeService } from './index.ts';
import { resolveOptions } from './options.ts';

const usage = `Usage: npm run service -- [options]
  --port PORT                       loopback port; 0 (the default) picks a free one
  --path-prefix PATH                the path before all endpoints, such as /core-api (none)
  --data DIR                        folder for the ledger and the submitted files
  --api-key TEXT                    generated if not given
  --access-token TEXT               generated if not given
  --block-time SECONDS              how long a submission waits for its block (6)
  --payload-limit BYTES             largest body of one submission (1 MiB)
  --rate-limit N/SECONDS            at most N requests per credential in SECONDS (no limit)
  --gateway-limit N/SECONDS         the same, by a gateway: HTML without headers
  --dialect documented|deployed|credits
                                    follow the documentation, or differ from it as deployments or newer
                                    deployments do (documented)
  --data-hash blake2b256|keccak256|encrypted
                                    data_hash of the bytes, or of their encrypted copy (blake2b256)
  --retry-failed SECONDS            how often failed submissions are tried again (never)
  --retry-limit N                   how many times each of them is tried again (5)
  --app-ids N,N                     require one of these in x-avail-app-id (not required)
  --blobs                           keep the bytes outside the transactions
  --node-fault NAME                 how the practice chain's node fails:
                                    ${nodeFaults.join(', ')}
  --pre-image-fault NAME            how get_pre_image fails (not in the documented dialect):
                                    ${preImageFaults.join(', ')}
  --arriving-fault NAME             how bodies change as they arrive: ${arrivingFaults.join(', ')}
  --order-fault NAME                how orders of credits fail: ${orderFaults.join(', ')}
  --help                            show this help`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const flags = {
  ...{ port: text, data: text, 'api-key': text, 'access-token': text, 'block-time': text, 'payload-limit': text },
  ...{ 'rate-limit': text, dialect: text, 'data-hash': text, 'retry-failed': text, 'node-fault': text },
  ...{ 'pre-image-fault': text, 'arriving-fault': text, 'order-fault': text, 'gateway-limit': text },
  ...{ 'path-prefix': text, 'retry-limit': text, 'app-ids': text, blobs: flag, help: flag },
} as const;

const WRONG_OPTIONS = 2;

async function run(): Promise<void> {
  const { values } = parseArgs({ options: flags });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  // The check of the options refuses NaN.
  const number = (given: string | undefined) => (given === undefined ? undefined : Number(given));
  const gateway = values['gateway-limit'] !== undefined;
  const [requests, seconds] = (values['gateway-limit'] ?? values['rate-limit'])?.split('/') ?? [];
  const options = resolveOptions({
    port: number(values.port),
    pathPrefix: values['path-prefix'],
    dataDir: values.data ?? join(tmpdir(), 'dropslip-practice-service'),
    apiKey: values['api-key'],
    accessToken: values['access-token'],
    blockTimeSeconds: number(values['block-time']),
    payloadLimitBytes: number(values['payload-limit']),
    rateLimit: requests === undefined ? undefined : { requests: Number(requests), seconds: number(seconds), gateway },
    dialect: values.dialect,
    dataHash: values['data-hash'],
    retryFailedSeconds: number(values['retry-failed']),
    retryLimit: number(values['retry-limit']),
    allowedAppIds: values['app-ids']?.split(',').map(Number),
    blobs: values.blobs,
    faults: {
      node: values['node-fault'],
      preImage: values['pre-image-fault'],
      arriving: values['arriving-fault'],
      order: values['order-fault'],
    },
  });
  const service = await startPracticeService(options);
  console.log(`Practice service: ${service.url} (data in ${options.dataDir})`);
  console.log(`API key: ${service.apiKey}`);
  console.log(`Access token: ${service.accessToken}`);
  console.log(`Node: ${service.nodeUrl} (JSON-RPC)`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close());
}

try {
  await run();
} catch (error) {
  const isWrong = error instanceof ZodError || (error instanceof TypeError && 'code' in error);
  console.error(error instanceof ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error);
  if (isWrong) console.error(`\n${usage}`);
  process.exitCode = isWrong ? WRONG_OPTIONS : 1;
}
