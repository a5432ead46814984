import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type DataHashKind, dataHashKinds } from './data-hash.ts';
import { arrivingFaults, type Faults, nodeFaults, preImageFaults, recordFaults } from './faults.ts';

/** What a new ledger starts with. Balances and fees are whole base units. */
export type StartingToken = {
  readonly name: string;
  /** 20 bytes as hex with `0x`; letter case is kept for the deployed dialect. */
  readonly address: string;
  readonly decimals: number;
  readonly chainId: bigint;
  readonly balance: bigint;
  readonly baseFee: bigint;
  readonly feePerByte: bigint;
};

/** A token of the account, as the ledger has it now. */
export type Token = StartingToken & {
  readonly tokenDetailsId: number;
  /** Everything ever charged to it. */
  readonly used: bigint;
};

/**
 * The practice account. The first token pays for the API-key variant. `dai` starts empty, so that a refusal for lack of
 * balance, and the deposit that mends it, can be practised too.
 */
export const startingTokens: readonly StartingToken[] = [
  {
    name: 'ethereum',
    address: '0x7aE3b5C1d09F24e68B1c0D5A93f7E2648cB0d1F5',
    decimals: 18,
    chainId: 1n,
    balance: 100_000_000_000_000_000_000n,
    baseFee: 21_000_000_000_000n,
    feePerByte: 100_000_000n,
  },
  {
    name: 'usd-coin',
    address: '0x3C9f0A7b6E2d81D45a0Be917Fc8436D2e5B7aA01',
    decimals: 6,
    chainId: 1n,
    balance: 1_000_000_000_000n,
    baseFee: 250n,
    feePerByte: 1n,
  },
  {
    name: 'avail',
    address: '0xB84d2f6E1a95c07dE3F81A60c7D92b3540eF6c2A',
    decimals: 18,
    chainId: 1n,
    balance: 250_000_000_000_000_000_000_000n,
    baseFee: 1_240_000_000_000_000n,
    feePerByte: 7_000_000_000n,
  },
  {
    name: 'dai',
    address: '0x5f01Dc8E9b7A43620cE1d5F8bA96e0734D2c1B9E',
    decimals: 18,
    chainId: 1n,
    balance: 0n,
    baseFee: 40_000_000_000_000n,
    feePerByte: 300_000_000n,
  },
];

/** What submitting `size` bytes costs, in base units. */
export function feeOf(token: StartingToken, size: number): bigint {
  return token.baseFee + token.feePerByte * BigInt(size);
}

/** What a balance cannot pay, in base units. */
export type Shortfall = { readonly fee: bigint; readonly balance: bigint };

/** Null when the balance, as it was when the token was read, pays for `size` bytes. */
export function shortfallOf(token: Token, size: number): Shortfall | null {
  const fee = feeOf(token, size);
  return token.balance < fee ? { fee, balance: token.balance } : null;
}

/** `documented` is the contract to the letter; `deployed` drifts from it the way public deployments do. */
const dialectNames = ['documented', 'deployed'] as const;
export type DialectName = (typeof dialectNames)[number];

/** At most `requests` per credential in any window of `seconds`. */
export type RateLimit = { readonly requests: number; readonly seconds: number };

export type PracticeServiceOptions = {
  /** Loopback port; 0, the default, picks any free one. */
  readonly port?: number;
  /** Folder of the ledger and of the submitted bytes; made when it is missing. */
  readonly dataDir: string;
  /** Generated when absent. Never written to disk. */
  readonly apiKey?: string;
  /** Generated when absent. Never written to disk. */
  readonly accessToken?: string;
  /** How long a submission waits for its block. Default 6; fractions are fine. */
  readonly blockTimeSeconds?: number;
  /** Largest body of one submission. Default 1 MiB. */
  readonly payloadLimitBytes?: number;
  /** Default null: no limit. */
  readonly rateLimit?: RateLimit | null;
  readonly dialect?: DialectName;
  /** How `data_hash` is made. Default `blake2b256`. What is in the ledger keeps the hash that it has. */
  readonly dataHash?: DataHashKind;
  /**
   * So often (seconds) a monitor submits again what has an error in its record. With it, what the balance does not cover gets an
   * id and such a record, and is not refused. Default null: there is no monitor.
   */
  readonly retryFailedSeconds?: number | null;
  /** What is wrong with the service, for those who want to see how an app bears it. Default: nothing. */
  readonly faults?: Readonly<Partial<Faults>>;
  /** What a new ledger starts with. A ledger that exists keeps its own tokens. */
  readonly tokens?: readonly StartingToken[];
};

export type ServiceSettings = { readonly [Name in keyof PracticeServiceOptions]-?: PracticeServiceOptions[Name] };

// Node's timers overflow at 2^31 ms; a day is far beyond any use of a practice chain.
const LONGEST_BLOCK_TIME_SECONDS = 86_400;
/** As on the deployments seen: what one transaction of the network holds. */
const DEFAULT_PAYLOAD_LIMIT = 1024 * 1024;

const credential = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'must be printable ASCII without spaces, and not empty, to travel in a header');

function oneOf<const Names extends readonly string[]>(names: Names) {
  return z
    .enum(names, `must be one of: ${names.join(', ')}`)
    .nullable()
    .default(null);
}

const optionsSchema = z.strictObject({
  port: z.int('must be a whole number').min(0, 'must be 0 to 65535').max(65_535, 'must be 0 to 65535').optional(),
  dataDir: z.string().min(1, 'must name a folder'),
  apiKey: credential.optional(),
  accessToken: credential.optional(),
  blockTimeSeconds: z
    .number('must be a number of seconds')
    .min(0, 'must not be negative')
    .max(LONGEST_BLOCK_TIME_SECONDS, 'must be at most a day (86400)')
    .optional(),
  payloadLimitBytes: z.int('must be a whole number of bytes').min(1, 'must be at least 1 byte').optional(),
  rateLimit: z
    .strictObject({
      requests: z.int('needs a whole number of requests').min(1, 'must allow at least 1 request'),
      seconds: z.number('needs a number of seconds').positive('needs more than 0 seconds'),
    })
    .nullable()
    .optional(),
  dialect: z.enum(dialectNames, `must be one of: ${dialectNames.join(', ')}`).optional(),
  dataHash: z.enum(dataHashKinds, `must be one of: ${dataHashKinds.join(', ')}`).optional(),
  retryFailedSeconds: z
    .number('must be a number of seconds')
    .positive('must be more than 0 seconds')
    .max(LONGEST_BLOCK_TIME_SECONDS, 'must be at most a day (86400)')
    .nullable()
    .optional(),
  faults: z
    .strictObject({
      node: oneOf(nodeFaults),
      preImage: oneOf(preImageFaults),
      record: oneOf(recordFaults),
      arriving: oneOf(arrivingFaults),
    })
    .optional(),
  tokens: z.array(z.custom<StartingToken>()).min(1, 'must not be empty').optional(),
});

/** Options that cannot be used. `option` is the property name, `problem` the rest of the sentence. */
export class OptionsError extends Error {
  readonly option: string;
  readonly problem: string;

  constructor(option: string, problem: string) {
    super(`The option ${option} ${problem}.`);
    this.name = 'OptionsError';
    this.option = option;
    this.problem = problem;
  }
}

/** The property at fault; of faults, which one. */
function optionAt([name, member]: readonly PropertyKey[]): string {
  if (name === undefined) return 'object';
  return name === 'faults' && member !== undefined ? `faults.${String(member)}` : String(name);
}

/** Checks the options and fills in what is absent. Throws `OptionsError`. */
export function resolveOptions(options: unknown): ServiceSettings {
  const checked = optionsSchema.safeParse(options);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new OptionsError(optionAt(issue?.path ?? []), issue?.message ?? 'cannot be used');
  }
  const given = checked.data;
  return {
    port: given.port ?? 0,
    dataDir: given.dataDir,
    apiKey: given.apiKey ?? newSecret(),
    accessToken: given.accessToken ?? newSecret(),
    blockTimeSeconds: given.blockTimeSeconds ?? 6,
    payloadLimitBytes: given.payloadLimitBytes ?? DEFAULT_PAYLOAD_LIMIT,
    rateLimit: given.rateLimit ?? null,
    dialect: given.dialect ?? 'documented',
    dataHash: given.dataHash ?? 'blake2b256',
    retryFailedSeconds: given.retryFailedSeconds ?? null,
    faults: given.faults ?? {},
    tokens: given.tokens ?? startingTokens,
  };
}

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}
