import { z } from 'zod';
import { accountColours, type ServiceKind } from '../account.ts';
import type { Failure } from '../failures/failure.ts';
import { call, type Immutable } from './call.ts';

/** In characters. */
export const LONGEST_TOKEN_NAME = 200;

/** The submission variant that an account uses. `token`: the name of the token that pays. */
export const submitByInput = z.discriminatedUnion('variant', [
  z.strictObject({ variant: z.literal('api-key') }),
  z.strictObject({ variant: z.literal('access-token'), token: z.string().min(1).max(LONGEST_TOKEN_NAME) }),
]);
export type SubmitBy = Immutable<z.output<typeof submitByInput>>;

/** The id of an application on the network, as some services require it with a submission: a whole number. */
export const appIdInput = z.string().regex(/^(?:0|[1-9]\d{0,9})$/);

export const accountIdInput = z.string().min(1).max(64);
const accountId = accountIdInput;
const address = z.string().min(1).max(2_000);
const secret = z.string().min(1).max(65_536);

/** The settings that a user can change. `readAddress` has normalised the addresses. */
const settings = z.strictObject({
  name: z.string().trim().min(1).max(100),
  colour: z.enum(accountColours),
  address,
  /** The host for submissions by API key, if it is another one; else null. */
  submitAddress: address.nullable(),
  submitBy: submitByInput,
  /**
   * A node of the network behind the service, normalised by `readNodeAddress`; null if Dropslip does not ask the
   * network.
   */
  nodeAddress: address.nullable().default(null),
  /** Sent with each submission (`x-avail-app-id`), because some services require it. */
  appId: appIdInput.nullable().default(null),
});
export type AccountSettings = Immutable<z.output<typeof settings>>;

export type CredentialKind = 'api-key' | 'access-token';

/** The only facts about a saved credential that the window receives. */
export type CredentialNote = {
  readonly ending: string;
  /** Expiry of a JWT (UTC instant); null if the token has none. */
  readonly expiresAt: string | null;
};

/**
 * The storage of credentials: the system's keychain, or memory until the app ends. `reason` explains the latter. It is
 * null for the practice account, whose credentials are new at every start.
 */
type CredentialPlace = { readonly kind: 'keychain' } | { readonly kind: 'session'; readonly reason: Failure | null };

/** An account without its credentials, for the window. */
export type Account = Omit<AccountSettings, 'address'> & {
  readonly id: string;
  /** Null while the practice service starts. */
  readonly address: string | null;
  readonly kind: 'practice' | 'service';
  /** Null until it is known. */
  readonly serviceKind: ServiceKind | null;
  readonly credentials: { readonly apiKey: CredentialNote | null; readonly accessToken: CredentialNote | null };
  readonly place: CredentialPlace;
  /** A problem that the user has to solve; null if there is none. */
  readonly trouble: AccountProblem | null;
};

/** `blocks`: the account submits nothing until the user acts. `messages/accounts.ts` has the sentences. */
export type AccountProblem = { readonly blocks: boolean } & (
  | { readonly kind: 'account-damaged' | 'secret-echoed' | 'token-expired' | 'token-expires-soon' }
  /** The account submits with an access token, and its service takes API keys only. */
  | { readonly kind: 'api-key-only' }
  /** The credential that submits is missing, or the service refused this one. */
  | { readonly kind: 'credential-missing' | 'unauthorised'; readonly credential: CredentialKind }
  /** The keychain does not return the credentials. */
  | { readonly kind: 'keychain'; readonly keychain: Failure }
);

/** The lines of the connection check, in display order. */
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
  /** `skipped`: the check needs a credential that was not given. */
  readonly state: 'good' | 'bad' | 'skipped';
  readonly finding: CheckFinding;
};

/** Findings without values. */
export const plainFindings = [
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
  'can-deposit',
  'can-top-up',
  'gives-back',
  'gives-nothing-back',
  'node-set',
] as const;

/** The finding of one line; `messages/accounts.ts` has the sentences. */
export type CheckFinding =
  | { readonly code: (typeof plainFindings)[number] }
  | { readonly code: 'not-given'; readonly credential: CredentialKind }
  | { readonly code: 'failed'; readonly reason: Failure }
  | { readonly code: 'tokens'; readonly count: number }
  /** The service has credits; `apps`: the number of the account's apps. */
  | { readonly code: 'credits'; readonly apps: number }
  /** The first names, and the number of further ones. */
  | { readonly code: 'token-names'; readonly names: readonly string[]; readonly more: number };

/** One request of the check, for the report. It never contains a header, a query or a secret. */
export type ReportEntry = {
  readonly topic: CheckTopic;
  readonly request: string;
  readonly status: number | null;
  readonly milliseconds: number;
  readonly failure: Failure | null;
};

/** The route of requests to an address. `proxy`: its address, without user name and password. */
export type ShownRoute =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: string }
  /** No request leaves: the configured proxy cannot be used. */
  | { readonly kind: 'unusable' }
  | { readonly kind: 'no-address' };

export type ReportedRoute = { readonly service: ShownRoute; readonly submissions: ShownRoute };

export type ConnectionReport = {
  readonly at: string;
  readonly address: string;
  readonly submitAddress: string | null;
  readonly lines: readonly CheckLine[];
  readonly entries: readonly ReportEntry[];
  readonly tokenNames: readonly string[];
  /** Null if the check could not tell. */
  readonly serviceKind: ServiceKind | null;
  readonly route: ReportedRoute;
  readonly versions: Readonly<Record<string, string>>;
};

export const accountCalls = {
  /** For programs; the window has the accounts in its snapshot. */
  'accounts.list': call({}).answering<{ readonly accounts: readonly Account[]; readonly activeAccountId: string }>(),
  'accounts.activate': call({ accountId }),
  /** Checks the connection of an account with its stored credentials. */
  'accounts.check': call({ accountId }).answering<ConnectionReport>(),
  /** Checks the settings of a new account. Main asks the user about the address, in a separate window. */
  'accounts.tryOut': call({
    settings,
    apiKey: secret.nullable(),
    accessToken: secret.nullable(),
  }).answering<ConnectionReport>(),
  'accounts.add': call({
    settings,
    apiKey: secret.nullable(),
    accessToken: secret.nullable(),
  }).answering<{ readonly accountId: string }>(),
  /**
   * A change of origin deletes the credentials, because they belong to the old address. The given ones replace them in
   * the same step. Main asks the user about a new address, in a separate window.
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
  /** Withdraws a change that main is asking about. Its question closes, which declines the change. */
  'accounts.withdrawChange': call({}),
  'accounts.submitBy': call({ accountId, submitBy: submitByInput }),
  'accounts.tokenNames': call({ accountId }).answering<readonly string[]>(),
  /** Starts the practice service if it does not run yet, so that its address can be shown and checked. */
  'accounts.startPractice': call({}),
} as const;
