import { z } from 'zod';
import { type AccountColour, accountColours } from '../account.ts';
import type { Failure } from '../failures/failure.ts';
import type { TokenName } from '../records.ts';
import { call, event } from './call.ts';

/** Which of the two submission variants an account uses (service-interface.md, 4.1 and 4.2). */
export type SubmitBy = { readonly variant: 'api-key' } | { readonly variant: 'access-token'; readonly token: string };

/** Characters of a token's name. */
export const LONGEST_TOKEN_NAME = 200;

export type CredentialKind = 'api-key' | 'access-token';

/** All that anybody gets to see of a credential once it is saved. */
export type CredentialNote = {
  readonly lastFour: string;
  /** When a JWT expires (UTC instant); null for a token that does not say. */
  readonly expiresAt: string | null;
};

/**
 * Where credentials are kept: the system's keychain, or memory until the app ends. `reason`: why; null for the practice
 * account, whose credentials are made anew at every start.
 */
type CredentialPlace = { readonly kind: 'keychain' } | { readonly kind: 'session'; readonly reason: Failure | null };

/** What a person can change about an account. Addresses are as `readAddress` gives them. */
export type AccountSettings = {
  readonly name: string;
  readonly colour: AccountColour;
  readonly address: string;
  /** Where submissions by API key go when that is another host; else null. */
  readonly submitAddress: string | null;
  readonly submitBy: SubmitBy;
  /** Set by the person where probing finds none; else null. */
  readonly requestFundsPath: string | null;
  readonly tokenMapPath: string | null;
  /** A node of the network behind the service, as `readNodeAddress` gives it; null: the network is not asked. */
  readonly nodeAddress: string | null;
};

/** An account as the window may see it: never a credential. */
export type Account = Omit<AccountSettings, 'address'> & {
  readonly id: string;
  /** Null while the practice service starts. */
  readonly address: string | null;
  readonly kind: 'practice' | 'service';
  readonly credentials: { readonly apiKey: CredentialNote | null; readonly accessToken: CredentialNote | null };
  readonly place: CredentialPlace;
  /** Something keeps this account from submitting until a person acts; null when nothing does. */
  readonly trouble: AccountProblem | null;
};

/** `blocks`: nothing is submitted until a person has acted. `shared/messages/account-problem.ts` says it in words. */
export type AccountProblem = { readonly blocks: boolean } & (
  | { readonly kind: 'account-damaged' | 'secret-echoed' | 'lists-rest' | 'token-expired' | 'token-expires-soon' }
  /** The one that submits is not there, or this one was refused. */
  | { readonly kind: 'credential-missing' | 'unauthorised'; readonly credential: CredentialKind }
  /** The keychain does not give what it keeps, and says why. */
  | { readonly kind: 'keychain'; readonly keychain: Failure }
);

/** The lines of the live check of an account's connection, in the order in which they are shown. */
export const checkTopics = [
  'address',
  'api-key',
  'access-token',
  'tokens',
  'token-names',
  'fund-requests',
  'downloads',
] as const;

export type CheckTopic = (typeof checkTopics)[number];

export type CheckLine = {
  readonly topic: CheckTopic;
  /** `skipped`: it needs a credential that was not given. */
  readonly state: 'running' | 'good' | 'bad' | 'skipped';
  readonly finding: CheckFinding;
};

/** Findings that need no values: with the topic they say all. */
export const plainFindings = [
  'looking',
  'after-address',
  'after-access-token',
  'service-answers',
  'something-answers',
  'accepted',
  'not-accepted',
  'token-expired',
  'not-offered',
  'no-tokens',
  'no-list',
  'empty-list',
  'no-path',
  'gives-back',
  'gives-nothing-back',
  'node-set',
] as const;

/** What was found of a topic; `shared/messages/connection-check.ts` has the sentences. */
export type CheckFinding =
  | { readonly code: (typeof plainFindings)[number] }
  /** `withheld`: it is kept, and belongs to another address. */
  | { readonly code: 'not-given' | 'withheld'; readonly credential: CredentialKind }
  | { readonly code: 'failed'; readonly reason: Failure }
  | { readonly code: 'tokens'; readonly count: number }
  /** The first names, and how many there are besides. */
  | { readonly code: 'token-names'; readonly names: readonly string[]; readonly more: number }
  | { readonly code: 'path'; readonly path: string };

/** One request of the check, for the report. Never a header, a query or a secret. */
export type ReportEntry = {
  readonly topic: CheckTopic;
  readonly request: string;
  readonly status: number | null;
  readonly milliseconds: number;
  readonly failure: Failure | null;
};

/** What the check found of paths on which deployments differ; kept with the account. */
export type FoundPaths = {
  readonly tokenMap: string | null;
  readonly requestFunds: string | null;
};

/** How requests to an address leave this machine. `proxy`: its address, without name and password. */
export type WayTaken =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: string }
  /** Not at all: the proxy that is set cannot be used. */
  | { readonly kind: 'socks'; readonly proxy: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'no-address' };

export type ReportedRoute = { readonly service: WayTaken; readonly submissions: WayTaken };

export type ConnectionReport = {
  readonly at: string;
  readonly address: string;
  readonly submitAddress: string | null;
  readonly lines: readonly CheckLine[];
  readonly entries: readonly ReportEntry[];
  readonly found: FoundPaths;
  readonly tokenNames: readonly string[];
  readonly route: ReportedRoute;
  readonly versions: Readonly<Record<string, string>>;
};

export const submitByInput = z.discriminatedUnion('variant', [
  z.strictObject({ variant: z.literal('api-key') }),
  z.strictObject({ variant: z.literal('access-token'), token: z.string().min(1).max(LONGEST_TOKEN_NAME) }),
]);
export const accountIdInput = z.string().min(1).max(64);
const accountId = accountIdInput;
const address = z.string().min(1).max(2_000);
const path = z.string().min(1).max(300).startsWith('/');
const secret = z.string().min(1).max(65_536);
const settings = z.strictObject({
  name: z.string().trim().min(1).max(100),
  colour: z.enum(accountColours),
  address,
  submitAddress: address.nullable(),
  submitBy: submitByInput,
  requestFundsPath: path.nullable(),
  tokenMapPath: path.nullable(),
  nodeAddress: address.nullable().default(null),
});
const checkId = z.string().min(1).max(64);

export const accountCalls = {
  'accounts.activate': call({ accountId }),
  /**
   * Looks at a service, line by line (`accounts.check-line` events). Secrets that are null are those already kept with
   * `accountId`. A new address is put to the person first, in a window of its own.
   */
  'accounts.check': call({
    checkId,
    accountId: accountId.nullable(),
    settings,
    apiKey: secret.nullable(),
    accessToken: secret.nullable(),
  }).answering<ConnectionReport>(),
  'accounts.cancelCheck': call({ checkId }),
  /** `checkId`: the check whose report and findings are to be kept with the account. */
  'accounts.add': call({
    settings,
    apiKey: secret.nullable(),
    accessToken: secret.nullable(),
    checkId: checkId.nullable(),
  }).answering<{ readonly accountId: string }>(),
  /**
   * A change of origin forgets the credentials: they belong to the address that they were given for. Those that are
   * given here take their place, in the same step. A new address is put to the person first, in a window of its own.
   */
  'accounts.edit': call({
    accountId,
    settings,
    apiKey: secret.nullable(),
    accessToken: secret.nullable(),
  }),
  'accounts.replaceCredential': call({ accountId, kind: z.enum(['api-key', 'access-token']), secret }),
  'accounts.forgetCredential': call({ accountId, kind: z.enum(['api-key', 'access-token']) }),
  'accounts.remove': call({ accountId }),
  /** Who went back from what main is asking about takes it back: its question closes, which is a no. */
  'accounts.withdrawChange': call({}),
  'accounts.submitBy': call({ accountId, submitBy: submitByInput }),
  'accounts.tokenNames': call({ accountId }).answering<readonly TokenName[]>(),
  /** Starts the practice service where nothing has needed it yet: its address is shown, and checked from there. */
  'accounts.startPractice': call({}),
  /** The report of the account's last check; null when there was none. */
  'accounts.report': call({ accountId }).answering<ConnectionReport | null>(),
} as const;

export const accountEvents = {
  'accounts.check-line': event<{ readonly checkId: string; readonly line: CheckLine }>(),
} as const;
