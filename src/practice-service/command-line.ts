import { parseArgs } from 'node:util';
import { arrivingFaults, nodeFaults, preImageFaults, recordFaults } from './faults.ts';
import { OptionsError, type PracticeServiceOptions, resolveOptions } from './options.ts';

export const commandLineUsage = `Usage: npm run service -- [options]
  --port PORT                       loopback port; 0 (the default) picks a free one
  --data DIR                        folder for the ledger and the submitted files
  --api-key TEXT                    generated if not given
  --access-token TEXT               generated if not given
  --block-time SECONDS              how long a submission waits for its block (6)
  --payload-limit BYTES             largest body of one submission (1 MiB)
  --rate-limit N/SECONDS            at most N requests per credential in SECONDS (no limit)
  --dialect documented|deployed     follow the documentation, or differ from it as deployments do (documented)
  --data-hash blake2b256|keccak256|encrypted
                                    data_hash of the bytes, or of their encrypted copy (blake2b256)
  --retry-failed SECONDS            how often failed submissions are tried again (never)
  --node-fault NAME                 how the practice chain's node fails:
                                    ${nodeFaults.join(', ')}
  --pre-image-fault NAME            how get_pre_image fails (deployed dialect):
                                    ${preImageFaults.join(', ')}
  --record-fault NAME               how records are wrong: ${recordFaults.join(', ')}
  --arriving-fault NAME             how bodies change as they arrive: ${arrivingFaults.join(', ')}
  --help                            show this help`;

export type Command =
  | { readonly kind: 'serve'; readonly options: PracticeServiceOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const flags = {
  port: { type: 'string' },
  data: { type: 'string' },
  'api-key': { type: 'string' },
  'access-token': { type: 'string' },
  'block-time': { type: 'string' },
  'payload-limit': { type: 'string' },
  'rate-limit': { type: 'string' },
  dialect: { type: 'string' },
  'data-hash': { type: 'string' },
  'retry-failed': { type: 'string' },
  'node-fault': { type: 'string' },
  'pre-image-fault': { type: 'string' },
  'record-fault': { type: 'string' },
  'arriving-fault': { type: 'string' },
  help: { type: 'boolean' },
} as const;

const flagOfOption: Readonly<Record<string, keyof typeof flags>> = {
  port: 'port',
  dataDir: 'data',
  apiKey: 'api-key',
  accessToken: 'access-token',
  blockTimeSeconds: 'block-time',
  payloadLimitBytes: 'payload-limit',
  rateLimit: 'rate-limit',
  dialect: 'dialect',
  dataHash: 'data-hash',
  retryFailedSeconds: 'retry-failed',
  'faults.node': 'node-fault',
  'faults.preImage': 'pre-image-fault',
  'faults.record': 'record-fault',
  'faults.arriving': 'arriving-fault',
};

/** Parses arguments into options, or returns one sentence that names the invalid argument. */
export function readCommandLine(args: readonly string[], dataDirUnlessSaid: string): Command {
  try {
    const { values } = parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: false });
    if (values.help === true) return { kind: 'help' };
    const said = {
      port: numeric(values.port),
      dataDir: values.data ?? dataDirUnlessSaid,
      apiKey: values['api-key'],
      accessToken: values['access-token'],
      blockTimeSeconds: numeric(values['block-time']),
      payloadLimitBytes: numeric(values['payload-limit']),
      rateLimit: rateLimit(values['rate-limit']),
      dialect: values.dialect,
      dataHash: values['data-hash'],
      retryFailedSeconds: numeric(values['retry-failed']),
      faults: {
        node: values['node-fault'],
        preImage: values['pre-image-fault'],
        record: values['record-fault'],
        arriving: values['arriving-fault'],
      },
    };
    return { kind: 'serve', options: resolveOptions(said) };
  } catch (error) {
    if (error instanceof OptionsError) {
      return { kind: 'wrong', message: `--${flagOfOption[error.option] ?? error.option} ${error.problem}.` };
    }
    if (error instanceof TypeError && 'code' in error) return { kind: 'wrong', message: error.message };
    throw error;
  }
}

/** Parses plain decimal notation. Returns any other text unchanged, so that the option check reports it. */
function numeric(text: string | undefined): unknown {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function rateLimit(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const [, requests, seconds] = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (requests === undefined) throw new OptionsError('rateLimit', 'must look like 15/60: requests, a slash, seconds');
  return { requests: Number(requests), seconds: Number(seconds) };
}
