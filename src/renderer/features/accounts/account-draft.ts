import { type FormErrors, schemaResolver, type UseFormReturnType } from '@mantine/form';
import { z } from 'zod';
import { type AccountColour, accountColours } from '../../../shared/account.ts';
import { originOf, readAddress } from '../../../shared/addresses.ts';
import {
  type Account,
  type AccountSettings,
  appIdInput,
  type CredentialKind,
  type SubmitBy,
} from '../../../shared/bridge/accounts.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { addressMessages } from '../../../shared/messages/failures/app.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';

export type AccountDraft = {
  readonly name: string;
  readonly colour: AccountColour;
  readonly address: string;
  readonly submitAddress: string;
  readonly nodeAddress: string;
  readonly appId: string;
  readonly apiKey: string;
  readonly accessToken: string;
  /** Null until the user chooses: the credentials then determine it. */
  readonly variant: SubmitBy['variant'] | null;
  /** The name of the token that pays; empty until one is chosen or typed. */
  readonly token: string;
};

export type AccountForm = UseFormReturnType<AccountDraft>;

/** An empty draft, in a colour that no account uses yet. */
export function emptyDraft(accounts: readonly Pick<Account, 'colour'>[]): AccountDraft {
  const free = accountColours.find((colour) => !accounts.some((account) => account.colour === colour));
  return {
    name: '',
    colour: free ?? 'slate',
    address: '',
    submitAddress: '',
    nodeAddress: '',
    appId: '',
    apiKey: '',
    accessToken: '',
    variant: null,
    token: '',
  };
}

/** An account as a draft. Both credential fields are empty, as saved ones are never shown. */
export function draftOf({ submitBy, ...account }: Account): AccountDraft {
  return {
    name: account.name,
    colour: account.colour,
    address: account.address ?? '',
    submitAddress: account.submitAddress ?? '',
    nodeAddress: account.nodeAddress ?? '',
    appId: account.appId ?? '',
    apiKey: '',
    accessToken: '',
    variant: submitBy.variant,
    token: submitBy.variant === 'access-token' ? submitBy.token : '',
  };
}

const serviceAddressField = (mayBeEmpty: boolean) =>
  z.string().superRefine((typed, context) => {
    const read = readAddress(typed);
    if (read.ok || (mayBeEmpty && typed.trim() === '')) return;
    context.addIssue({ code: 'custom', message: addressMessages[read.problem] });
  });
/** Like the address of a service, but never unencrypted over a shared network. */
const nodeAddressField = z.string().superRefine((typed, context) => {
  const read = readAddress(typed);
  const addIssue = (failure: Failure) => context.addIssue({ code: 'custom', message: failureMessage(failure) });
  if (read.ok && read.isExposed) addIssue({ code: 'node-not-encrypted' });
  if (read.ok || typed.trim() === '') return;
  addIssue({ code: 'address-not-valid', values: { problem: read.problem } });
});

/** Name and addresses, with a message for each invalid one. All parts are in screen order. */
export const addressPart = z.object({
  name: z.string().trim().max(100, { error: 'Use a shorter name, at most 100 characters.' }),
  address: serviceAddressField(false),
  nodeAddress: nodeAddressField,
  submitAddress: serviceAddressField(true),
  appId: z
    .string()
    .trim()
    .refine((typed) => typed === '' || appIdInput.safeParse(typed).success, {
      error: 'Enter a whole number, or nothing.',
    }),
});

export const credentialPart = z
  .object({ apiKey: z.string().trim(), accessToken: z.string().trim() })
  .refine(({ apiKey, accessToken }) => apiKey !== '' || accessToken !== '', {
    path: ['apiKey'],
    error: 'Paste the API key or the access token that your operator gave you. One of them is enough.',
  });

export const submitByPart = z
  .custom<AccountDraft>()
  .refine((draft) => variantOf(draft) === 'api-key' || draft.token.trim() !== '', {
    path: ['token'],
    error: 'Enter the name of the token that pays. Your operator gave it to you. You can change it later.',
  });

export function fieldErrors(draft: AccountDraft, ...parts: readonly z.ZodType[]): FormErrors {
  return Object.assign({}, ...parts.map((part) => schemaResolver(part, { sync: true })(draft)));
}

/** The way of submitting: the user's choice, else the one that the credentials allow. */
export function variantOf(draft: AccountDraft): SubmitBy['variant'] {
  if (draft.variant !== null) return draft.variant;
  return draft.apiKey.trim() === '' && draft.accessToken.trim() !== '' ? 'access-token' : 'api-key';
}

/** The draft as main accepts it; null if its address is invalid. A draft without a name gets the name of its host. */
export function settingsOf(draft: AccountDraft): AccountSettings | null {
  const address = readAddress(draft.address);
  if (!address.ok) return null;
  const submitAddress = readAddress(draft.submitAddress);
  const node = readAddress(draft.nodeAddress);
  const token = draft.token.trim();
  return {
    name: draft.name.trim() || new URL(address.address).host.slice(0, 100),
    colour: draft.colour,
    address: address.address,
    submitAddress: submitAddress.ok && submitAddress.address !== address.address ? submitAddress.address : null,
    // A check may come before the user names a token.
    submitBy:
      variantOf(draft) === 'access-token' && token !== '' ? { variant: 'access-token', token } : { variant: 'api-key' },
    nodeAddress: node.ok ? node.address : null,
    appId: draft.appId.trim() || null,
  };
}

/** The credentials that saving this draft deletes: each belongs to the origin that it was entered for. */
export function credentialsDeletedBy(draft: AccountDraft, account: Account): readonly CredentialKind[] {
  const next = settingsOf(draft);
  if (next === null) return [];
  const keyOrigin = (settings: Pick<Account, 'address' | 'submitAddress'>) =>
    originOf(settings.submitAddress ?? settings.address ?? '');
  return [
    ...(keyOrigin(next) === keyOrigin(account) ? [] : (['api-key'] as const)),
    ...(originOf(next.address) === originOf(account.address ?? '') ? [] : (['access-token'] as const)),
  ];
}

export function secretOf(draft: AccountDraft, kind: CredentialKind): string | null {
  return (kind === 'api-key' ? draft.apiKey : draft.accessToken).trim() || null;
}
