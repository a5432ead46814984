import { z } from 'zod';
import { addressProblems } from '../addresses.ts';
import { encryptionFailures, manifestFailures, retrievalFailures } from './retrieval-failures.ts';
import { savingProblem } from './saving-problem.ts';
import { submissionsFailures } from './submission-failures.ts';

/**
 * Everything that can go wrong and is told across the bridge or kept, by who says it. Beside each code stands what the sentence
 * about it names: the schema of its values, or null where it names nothing.
 */

export const appFailures = {
  internal: null,
  /** A call that only a page of another's making asks. */
  refused: z.object({ what: z.enum(['page', 'call', 'input', 'transfer']) }),
  busy: null,
  /** Of what is not said it is a request or a turn that nobody waits for any more. */
  cancelled: z
    .object({
      what: z.enum(['comparison', 'refresh', 'export', 'receipts', 'balances', 'old-address', 'check']),
    })
    .optional(),
  declined: z.object({
    what: z.enum(['change', 'removal', 'id', 'sending', 'deposit', 'deposit-decision']),
  }),
  'question-open': null,
  'questions-paused': z.object({ seconds: z.number(), noes: z.number() }),
  'not-ready': null,
  'not-written': z.object({ what: z.enum(['files', 'account', 'deposit']) }),
  'file-gone': null,
  'files-not-given': null,
  'own-file': null,
  /** Of a folder that the person chose to have files saved in. */
  'folder-not-usable': z.object({ why: z.enum(['own', 'gone', 'not-writable']) }),
  'not-on-disk': null,
  'too-many-files': null,
  'start-at-login-not-changed': null,
  /** Of a row that a Dropslip wrote whose codes are not known here. */
  'of-another-version': null,
} as const;

/** `host` and `proxy` are names, `said` are words of the service, null where it said none that could be shown. */
export const serviceFailures = {
  unreachable: z.discriminatedUnion('why', [
    z.object({
      why: z.enum([
        'no-answer',
        'stopped-answering',
        'broke-off',
        'broke-off-sending',
        'address-not-valid',
        'proxy-unreadable',
      ]),
    }),
    z.object({
      why: z.enum(['silent', 'name-unknown', 'refused', 'untrusted', 'insecure', 'other']),
      host: z.string(),
    }),
    z.object({ why: z.enum(['proxy-silent', 'proxy-socks']), proxy: z.string() }),
    z.object({ why: z.literal('proxy-refuses'), proxy: z.string(), host: z.string() }),
  ]),
  unauthorised: null,
  'credential-missing': z.discriminatedUnion('why', [
    z.object({ why: z.literal('keychain-silent') }),
    z.object({ why: z.enum(['none', 'odd-characters']), kind: z.enum(['api-key', 'access-token']) }),
  ]),
  /** Bytes: what the service says that it takes, and the largest that it has taken; null where that is not known. */
  'too-large': z
    .object({ limit: z.number().nullable(), taken: z.number().nullable(), said: z.string().nullable() })
    .optional(),
  /** `by`: who found it. */
  empty: z.object({ by: z.enum(['service', 'dropslip']) }),
  'insufficient-balance': null,
  'rate-limited': null,
  unavailable: z.object({ why: z.enum(['service', 'not-written-down']) }),
  rejected: z.discriminatedUnion('why', [
    z.object({ why: z.literal('refused'), said: z.string().nullable() }),
    z.object({ why: z.literal('moved'), to: z.string().nullable() }),
  ]),
  'not-found': z.discriminatedUnion('why', [
    z.object({ why: z.enum(['unknown', 'takes-nothing']) }),
    z.object({ why: z.literal('refused'), said: z.string() }),
  ]),
  'not-an-id': null,
  'not-final': null,
  'server-error': z.object({ said: z.string().nullable() }),
  'unreadable-answer': z.object({
    why: z.enum(['not-understood', 'too-long', 'list', 'kept-list', 'list-dropped', 'token-names', 'lists-rest']),
  }),
  'answered-early': null,
  'id-in-doubt': z.object({ why: z.enum(['id-named', 'perhaps-taken', 'two-answers']) }),
  'secret-echoed': null,
  /** In a question that was not sent. */
  'own-secret': z.object({ kind: z.enum(['api-key', 'access-token']) }),
  /** The service gives no submitted bytes back to who signs in so. */
  'bytes-not-offered': z.object({ by: z.enum(['api-key', 'access-token', 'both']) }),
} as const;

export const accountsFailures = {
  'address-declined': null,
  'address-not-valid': z.object({ problem: z.enum(addressProblems) }),
  'changed-meanwhile': null,
  'check-running': null,
  'keychain-locked': null,
  /** `system`: what to install depends on it. `left-alone`: DROPSLIP_KEYCHAIN=none. */
  'keychain-missing': z.object({ system: z.enum(['linux', 'darwin', 'win32', 'other', 'left-alone']) }),
  'keychain-refused': null,
  'keychain-unanswering': null,
  'path-not-valid': null,
  'practice-account': null,
  'practice-starting': null,
  /** `most` characters go into one entry of the system's keychain. */
  'secret-too-long-for-keychain': z.object({ most: z.number() }),
  'secret-not-valid': z.object({
    kind: z.enum(['api-key', 'access-token']),
    problem: z.enum(['empty', 'too-long', 'line-break', 'other-characters']),
  }),
  'still-sending': null,
  'submit-address-not-valid': z.object({ problem: z.enum(addressProblems) }),
  'too-many-accounts': z.object({ most: z.number() }),
  'unknown-account': null,
} as const;

export const balancesFailures = {
  /** `most` tokens of an account have decimals or warnings of a person. */
  'too-many-choices': z.object({ most: z.number() }),
} as const;

export const depositsFailures = {
  'balance-too-slow': null,
  'deposit-being-registered': null,
  'deposit-interrupted': null,
  'deposit-restored': null,
  'deposit-unreadable': null,
  'not-now': null,
  risen: null,
  'token-not-listed': null,
  'too-many-attempts': z.object({ most: z.number() }),
  'too-many-open': z.object({ most: z.number() }),
  'unknown-deposit': null,
} as const;

export const recordsFailures = {
  'records-failed': null,
  'records-stopped': null,
  'record-gone': null,
} as const;

export const lookupFailures = {
  'look-up-failed': null,
  'look-ups-not-offered': null,
  'looked-up-file-changed': null,
  'looked-up-file-unreadable': z.object({ why: z.enum(['folder', 'empty', 'other']) }),
  /** `most` are watched at once, of all accounts together. */
  'too-many-watches': z.object({ most: z.number() }),
} as const;

export const receiptsFailures = {
  'compared-file-changed': null,
  'compared-file-unreadable': z.object({
    name: z.string(),
    why: z.enum(['empty', 'missing', 'forbidden', 'other']),
  }),
  /** A receipt of an encrypted folder does not say what is in it. */
  'folder-not-listed': null,
  /** What a manifest says of the files is inside its encryption. */
  'list-encrypted': null,
  /** A manifest of nothing but the parts of another one. */
  'manifest-of-manifest': null,
  /** `in-one`: there is none, since it did not go in parts. `differs`: what is kept here does not make that which was submitted. */
  'manifest-not-saved': z.object({ why: z.enum(['in-one', 'differs']) }),
  /** No account is at the address; null while there is none to ask. */
  'no-account': z.object({ address: z.string().nullable() }),
  'no-kept-key': null,
  'no-record': z.object({ accountName: z.string() }),
  'not-a-receipt': null,
  'not-own': null,
  'not-printed': null,
  'receipt-changed': null,
  'receipt-damaged': null,
  'receipt-printed': null,
  /** Held against a folder. */
  'receipt-of-file': null,
  'receipt-not-saved': z.object({ name: z.string() }),
  'receipt-too-large': null,
  'receipt-unreadable': null,
  'receipt-version': null,
  'receipts-not-written': z.object({ why: savingProblem }),
  'unknown-submission': null,
} as const;

/** `host`: of the node that was asked. */
export const networkFailures = {
  /** The account names no node; for a receipt none of the accounts that could be meant does. */
  'no-node': null,
  'node-silent': z.object({
    why: z.enum(['unreachable', 'untrusted', 'busy', 'refused', 'moved', 'not-a-node', 'too-long']),
    host: z.string(),
  }),
  'node-address-not-valid': z.object({ problem: z.enum(addressProblems) }),
  'node-not-encrypted': null,
  /** The record is not kept here. */
  'no-such-record': null,
  /** The bytes could not be had from the network, or not proven: what a check of them would say. */
  'not-from-network': z.object({
    why: z.enum([
      'no-block-yet',
      'no-place',
      'unknown-block',
      'pruned',
      'node-contradicts-itself',
      'nothing-to-compare',
      'may-be-encrypted',
      'not-final',
      'other-transaction',
      'other-bytes',
    ]),
  }),
} as const;

const failures = {
  ...appFailures,
  ...serviceFailures,
  ...accountsFailures,
  ...submissionsFailures,
  ...balancesFailures,
  ...depositsFailures,
  ...recordsFailures,
  ...lookupFailures,
  ...receiptsFailures,
  ...manifestFailures,
  ...encryptionFailures,
  ...retrievalFailures,
  ...networkFailures,
} as const;

/** What had happened before a failure, where its code alone would not say what it means. */
export const failureContexts = [
  'all-sent-failure-reported',
  'all-sent-no-answer',
  'earlier-perhaps-registered-now-refused',
  'earlier-perhaps-registered-now-not-sent',
  'credentials-still-kept',
] as const;
export type FailureContext = (typeof failureContexts)[number];

export type FailureCode = keyof typeof failures;

type ValuesOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
export type FailureValues = { readonly [Code in FailureCode]: ValuesOf<(typeof failures)[Code]> };

const schemas: ReadonlyMap<string, z.ZodType | null> = new Map(Object.entries(failures));

function isKnown(code: string): code is FailureCode {
  return schemas.has(code);
}

/** A code that was kept: what this version does not know is called so. */
export function knownCode(kept: string): FailureCode {
  return isKnown(kept) ? kept : 'of-another-version';
}

export function areValuesOf(code: FailureCode, values: unknown): boolean {
  const schema = schemas.get(code) ?? null;
  return schema === null ? values === undefined : schema.safeParse(values).success;
}
