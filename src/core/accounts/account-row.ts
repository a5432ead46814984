import { z } from 'zod';
import { accountColours } from '../../shared/accounts/account.ts';
import { originOf } from '../../shared/addresses.ts';
import {
  type AccountSettings,
  type CheckFinding,
  type CheckLine,
  type ConnectionReport,
  checkTopics,
  type FoundPaths,
  plainFindings,
  type ReportEntry,
} from '../../shared/bridge/accounts.ts';
import { inWords, keptFailure } from '../../shared/failures/kept-failure.ts';
import { jsonIn } from '../storage/index.ts';

const topic = z.enum(checkTopics);

const foundPaths: z.ZodType<FoundPaths> = z.object({
  tokenMap: z.string().nullable(),
  requestFunds: z.string().nullable(),
});

const credential = z.enum(['api-key', 'access-token']);
const finding: z.ZodType<CheckFinding> = z.discriminatedUnion('code', [
  z.object({ code: z.enum(plainFindings) }),
  z.object({ code: z.enum(['not-given', 'withheld']), credential }),
  z.object({ code: z.literal('failed'), reason: keptFailure }),
  z.object({ code: z.literal('tokens'), count: z.number() }),
  z.object({ code: z.literal('token-names'), names: z.array(z.string()), more: z.number() }),
  z.object({ code: z.literal('path'), path: z.string() }),
  z.object({ code: z.literal('in-words'), text: z.string() }),
]);

/** Versions before wrote a sentence for each line, and a text for what went wrong. */
const line = z
  .object({
    topic,
    state: z.enum(['running', 'good', 'bad', 'skipped']),
    finding: finding.optional(),
    text: z.string().default(''),
  })
  .transform(({ finding, text, ...rest }): CheckLine => ({ ...rest, finding: finding ?? { code: 'in-words', text } }));
const entry = z
  .object({
    topic,
    request: z.string(),
    status: z.number().nullable(),
    milliseconds: z.number(),
    failure: keptFailure.nullish(),
    detail: z.string().nullish(),
  })
  .transform(({ failure, detail, ...rest }): ReportEntry => ({ ...rest, failure: failure ?? inWords(detail) }));

const way = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['direct', 'unreadable', 'no-address']) }),
  z.object({ kind: z.enum(['proxy', 'socks']), proxy: z.string() }),
]);
const route = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('taken'), service: way, submissions: way }),
  z.object({ kind: z.literal('in-words'), text: z.string() }),
]);

export const connectionReport: z.ZodType<ConnectionReport> = z.object({
  at: z.string(),
  address: z.string(),
  submitAddress: z.string().nullable(),
  lines: z.array(line),
  entries: z.array(entry),
  found: foundPaths,
  tokenNames: z.array(z.string()),
  route: z.union([route, z.string().transform((text) => ({ kind: 'in-words' as const, text }))]),
  versions: z.record(z.string(), z.string()),
});

/** An account as the database holds it. No credential is ever among it. */
export type StoredAccount = Omit<AccountSettings, 'address'> & {
  readonly id: string;
  readonly kind: 'practice' | 'service';
  /** Null for the practice account: its service gets a new port at every start. */
  readonly address: string | null;
  /** What the last check found of paths on which deployments differ. */
  readonly found: FoundPaths;
  /** Where it is or what pays there cannot be read any more. Nothing is sent before a person has set that again. */
  readonly isDamaged?: boolean;
};

export const nothingFound: FoundPaths = { tokenMap: null, requestFunds: null };

const submitBy = z.discriminatedUnion('variant', [
  z.object({ variant: z.literal('api-key') }),
  z.object({ variant: z.literal('access-token'), token: z.string() }),
]);

const rowShape = z.object({
  id: z.string(),
  kind: z.enum(['practice', 'service']),
  name: z.string(),
  colour: z.enum(accountColours).catch(accountColours[0]),
  address: z.string().nullable(),
  submit_address: z.string().nullable(),
  submit_by: z.string().transform(jsonIn).pipe(submitBy.nullable().catch(null)),
  request_funds_path: z.string().nullable(),
  token_map_path: z.string().nullable(),
  node_address: z.string().nullable(),
  found: z.string().transform(jsonIn).pipe(foundPaths.catch(nothingFound)),
});

const isUnreadable = (address: string | null): boolean => address !== null && originOf(address) === null;

/** What only tells accounts apart, or is found out anew, can be done without: one damaged row fails no start. */
export function readRow(row: unknown): StoredAccount {
  const { submit_address, submit_by, request_funds_path, token_map_path, node_address, ...rest } = rowShape.parse(row);
  const isDamaged =
    rest.kind === 'service' && (submit_by === null || isUnreadable(rest.address) || isUnreadable(submit_address));
  return {
    ...rest,
    submitAddress: submit_address,
    submitBy: submit_by ?? { variant: 'api-key' },
    requestFundsPath: request_funds_path,
    tokenMapPath: token_map_path,
    // What only checks need is done without where it can't be read.
    nodeAddress: isUnreadable(node_address) ? null : node_address,
    ...(isDamaged ? { isDamaged } : {}),
  };
}

/**
 * What a person must know of an account, also after a restart. `secret-echoed`: its service gave a secret back in an
 * answer. `lists-rest`: reading one of its lists made the thread that read it die, so none is read unasked.
 */
export const accountWarnings = ['secret-echoed', 'lists-rest'] as const;
export type AccountWarning = (typeof accountWarnings)[number];
