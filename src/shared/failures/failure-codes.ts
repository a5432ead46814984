import { z } from 'zod';
import { passphraseProblems } from '../account.ts';
import { addressProblems } from '../addresses.ts';

/** Why something was not saved in the user's Downloads folder. `own`: the folder leads into the app's own data. */
const savingProblem = z.enum(['full', 'read-only', 'gone', 'own', 'other']);
export type SavingProblem = z.output<typeof savingProblem>;

/** What keeps one file of a folder from being submitted with the others. `name-not-kept`: no manifest can have its name. */
export const fileProblemCodes = [
  'file-changed',
  'file-forbidden',
  'file-made-up',
  'file-missing',
  'file-name-unreadable',
  'file-too-large',
  'file-unanswering',
  'file-unreadable',
  'link',
  'link-since',
  'name-not-kept',
  'not-a-file',
] as const;
export type FileProblemCode = (typeof fileProblemCodes)[number];

export const submissionsFailures = {
  'answered-for-nothing': null,
  'answers-keep-getting-lost': null,
  'drop-gone': null,
  'earlier-try-unknown': null,
  'empty-file': null,
  'ended-before-last-bytes': null,
  'ended-while-awaited': null,
  'failed-in-service': null,
  'file-changed': null,
  'file-forbidden': null,
  'file-made-up': null,
  'file-missing': null,
  'file-name-unreadable': null,
  'file-too-large': null,
  'file-unanswering': null,
  'file-unreadable': null,
  'folder-empty': null,
  /** Of a folder that is kept together: the first of its files that keep it from being sent, and how many more there are. */
  'folder-files': z.object({ path: z.string(), more: z.number(), why: z.enum(fileProblemCodes) }),
  /** `most` files and folders go as one. */
  'folder-too-full': z.object({ most: z.number() }),
  'id-of-other-bytes': null,
  'id-taken': null,
  interrupted: null,
  link: null,
  /** It took the place of the file, or of a folder above it, after that was added. */
  'link-since': null,
  'not-a-file': null,
  /** As the error in a record says. */
  'not-enough-credits': null,
  /** A yes to files of which something has changed since the person saw what they cost, and who pays. */
  'not-as-shown': null,
  'not-journalled': null,
  'not-unsettled': null,
  'other-bytes': null,
  /** Of what goes in parts: they are with the service at `address`, which its account has left. */
  'parts-elsewhere': z.object({ address: z.string() }),
  /** Of what goes in parts: bytes of it are in none of them, or in two. */
  'parts-not-whole': null,
  'perhaps-taken': null,
  /** As too large, by a service that has taken much larger ones. */
  'refused-what-it-took': null,
  restored: null,
  'row-unreadable': null,
  /** Of a file that was tried: it may have been submitted. */
  'row-unreadable-tried': null,
  /** Of what goes in parts: nobody knows whether the service took the bytes of one, which are those of the file `name` too. */
  'same-bytes-unknown': z.object({ name: z.string() }),
  'service-keeps-failing': null,
  'several-accounts': null,
  'still-checking': null,
  stopped: null,
  'submission-gone': null,
  'unknown-id': null,
} as const;

/** What keeps a text from being the path of a file in a manifest, or its name. */
const manifestPathProblems = [
  'absolute',
  'backslash',
  'dots',
  'empty-name',
  'nul',
  'not-text',
  'slash',
  'too-long',
] as const;
export type ManifestPathProblem = (typeof manifestPathProblems)[number];

/** How ranges that are to be a whole, one behind the other, are not. */
const sliceProblems = ['overlap', 'gap', 'short', 'beyond'] as const;
export type SliceProblem = (typeof sliceProblems)[number];

/** Of what lists the parts of something, which came from a service and was perhaps written by anybody. */
export const manifestFailures = {
  'not-a-manifest': null,
  'manifest-version': null,
  /** `most` bytes. */
  'manifest-too-large': z.object({ most: z.number() }),
  /** `most` parts, files or folders. */
  'manifest-too-long': z.object({ most: z.number() }),
  'manifest-damaged': null,
  'manifest-ambiguous': null,
  'manifest-size': null,
  'manifest-slices': z.object({ what: z.enum(['parts', 'files']), why: z.enum(sliceProblems) }),
  'manifest-digest': null,
  'manifest-submission-id': null,
  'manifest-path': z.object({ path: z.string(), why: z.enum(manifestPathProblems) }),
  'manifest-path-twice': z.object({ path: z.string() }),
  'manifest-path-within': z.object({ path: z.string() }),
  'manifest-endless': z.object({ why: z.enum(['circle', 'deep']) }),
} as const;

const madeFiles = z.object({ what: z.enum(['encrypted-copy', 'decrypted-file']) });

const foreignKey = z.object({ why: z.enum(['plugin', 'ssh']) }).optional();

export const encryptionFailures = {
  'encrypted-cut-off': null,
  'encrypted-damaged': null,
  'encryption-stopped': null,
  /** `why`: keys of other programs, which are known but not taken. */
  'identity-not-valid': foreignKey,
  'key-kept': null,
  'key-needed': null,
  'key-not-kept': null,
  'key-not-saved': z.object({ why: savingProblem }),
  'no-room': madeFiles,
  'not-encrypted': null,
  'passphrase-kept': null,
  'passphrase-needed': null,
  'passphrase-not-valid': z.object({ problem: z.enum(passphraseProblems) }),
  'passphrase-too-costly': null,
  'private-file-not-written': madeFiles,
  'passphrase-lost': null,
  'recipient-not-valid': foreignKey,
  'recipient-known': null,
  'recipient-missing': null,
  'too-many-recipients': z.object({ most: z.number() }),
  'wrong-key': null,
  'wrong-passphrase': null,
} as const;

export const retrievalFailures = {
  /** The bytes that came are not those that were submitted. `part`: of so many, from 1; null where it is not in parts. */
  'bytes-differ': z.object({
    what: z.enum(['submission', 'part', 'file', 'whole']),
    name: z.string().nullable(),
    part: z.number().nullable(),
    parts: z.number().nullable(),
    /** Who gave them last, and what else could give them: no node is set, or it was asked as well. */
    from: z.enum(['service', 'network']),
    network: z.enum(['not-set', 'asked']),
  }),
  /** In a block, and the service has them no more. */
  'bytes-gone': null,
  'decrypted-differs': null,
  'no-downloads-folder': null,
  /** On the disk of the app's own folder, in which a download is put together. */
  'no-room-for-download': null,
  'no-room-in-downloads': null,
  'not-in-block': null,
  'not-retrieved': null,
  'retrieval-declined': null,
  'retrieval-gone': null,
  'retrieval-not-written': null,
  'saved-gone': null,
  /** By the service, before it was in a block. */
  'too-many-retrievals': z.object({ most: z.number() }),
} as const;

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
    what: z.enum(['change', 'sending', 'deposit']),
  }),
  'question-open': null,
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

export const depositsFailures = {
  'deposit-interrupted': null,
  'deposit-unreadable': null,
  'not-now': null,
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
export const failureContexts = ['all-sent-failure-reported', 'all-sent-no-answer', 'credentials-still-kept'] as const;
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

/** A sentence for each code, made of the values that belong to it. */
export type FailureMessages<Code extends FailureCode> = {
  readonly [Each in Code]: [FailureValues[Each]] extends [undefined] ? string : (values: FailureValues[Each]) => string;
};
