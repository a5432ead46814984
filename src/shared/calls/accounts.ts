import { z } from 'zod';
import { accountColours, LONGEST_TOKEN_NAME } from '../accounts.ts';
import type { ConnectionReport } from '../connection-check.ts';
import type { TokenName } from '../records.ts';

const submitBy = z.discriminatedUnion('variant', [
  z.strictObject({ variant: z.literal('api-key') }),
  z.strictObject({ variant: z.literal('access-token'), token: z.string().min(1).max(LONGEST_TOKEN_NAME) }),
]);
const accountId = z.string().min(1).max(64);
const address = z.string().min(1).max(2_000);
const path = z.string().min(1).max(300).startsWith('/');
const secret = z.string().min(1).max(65_536);
const settings = z.strictObject({
  name: z.string().trim().min(1).max(100),
  colour: z.enum(accountColours),
  address,
  submitAddress: address.nullable(),
  submitBy,
  requestFundsPath: path.nullable(),
  tokenMapPath: path.nullable(),
});
const checkId = z.string().min(1).max(64);

export const accountCallInputs = {
  'accounts.activate': z.strictObject({ accountId }),
  /**
   * Looks at a service, line by line (`check-line` events). Secrets that are null are those already kept with
   * `accountId`. A new address is put to the person first, in a window of its own.
   */
  'accounts.check': z.strictObject({
    checkId,
    accountId: accountId.nullable(),
    settings,
    apiKey: secret.nullable(),
    accessToken: secret.nullable(),
  }),
  'accounts.cancelCheck': z.strictObject({ checkId }),
  /** `checkId`: the check whose report and findings are to be kept with the account. */
  'accounts.add': z.strictObject({
    settings,
    apiKey: secret.nullable(),
    accessToken: secret.nullable(),
    checkId: checkId.nullable(),
  }),
  /**
   * A change of origin forgets the credentials: they belong to the address that they were given for. Those that are
   * given here take their place, in the same step. A new address is put to the person first, in a window of its own.
   */
  'accounts.edit': z.strictObject({
    accountId,
    settings,
    apiKey: secret.nullable(),
    accessToken: secret.nullable(),
  }),
  'accounts.replaceCredential': z.strictObject({ accountId, kind: z.enum(['api-key', 'access-token']), secret }),
  'accounts.forgetCredential': z.strictObject({ accountId, kind: z.enum(['api-key', 'access-token']) }),
  'accounts.remove': z.strictObject({ accountId }),
  'accounts.submitBy': z.strictObject({ accountId, submitBy }),
  'accounts.tokenNames': z.strictObject({ accountId }),
  /** The report of the account's last check; null when there was none. */
  'accounts.report': z.strictObject({ accountId }),
} as const;

export type AccountCallAnswers = {
  'accounts.activate': null;
  'accounts.check': ConnectionReport;
  'accounts.cancelCheck': null;
  'accounts.add': { readonly accountId: string };
  'accounts.edit': null;
  'accounts.replaceCredential': null;
  'accounts.forgetCredential': null;
  'accounts.remove': null;
  'accounts.report': ConnectionReport | null;
  'accounts.submitBy': null;
  'accounts.tokenNames': readonly TokenName[];
};
