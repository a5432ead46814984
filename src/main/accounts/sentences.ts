import type { Failure } from '../../shared/failures/failure.ts';
import { failureMessage } from '../../shared/messages/failures/failure-message.ts';
import { askedAddress, askedName } from '../../shared/text.ts';
import { keychainFailure } from './credentials/index.ts';

export const unknownAccount: Failure = { code: 'unknown-account', message: 'This account is no longer there.' };

/** Far more than anybody has. */
export const MOST_ACCOUNTS = 100;
export const tooManyAccounts: Failure = {
  code: 'too-many-accounts',
  message: `There are ${MOST_ACCOUNTS} accounts, and Dropslip keeps no more. Remove one that you no longer need first.`,
};

export const practiceFixed: Failure = {
  code: 'practice-account',
  message: 'The practice account belongs to Dropslip: it cannot be changed or removed. Add an account of your own.',
};

export const practiceStarting: Failure = {
  code: 'practice-starting',
  message: 'The practice service is still starting. Try again in a moment.',
};

export const stillSending: Failure = {
  code: 'still-sending',
  message:
    'Files or a deposit of this account are on their way. Wait until they are through, or cancel them, then remove it.',
};

export const changedMeanwhile: Failure = {
  code: 'changed-meanwhile',
  message: 'Nothing was changed, because this account was changed meanwhile. Try again.',
};

export function noKeychain(): string {
  return `${failureMessage(keychainFailure('keychain-missing', ''))} Until then credentials are kept for this session only.`;
}

export function notForgotten({ code, message, detail }: Failure): Failure {
  const text = `Nothing was changed, because the keychain still holds this account’s credentials. ${message}`;
  return detail === undefined ? { code, message: text } : { code, message: text, detail };
}

export function notNoted(detail: string): Failure {
  const message = 'Nothing was changed, because Dropslip could not write to its disk. Free some space, then try again.';
  return { code: 'not-written', message, detail };
}

/** The account that a question is about; `address` null while its service is still starting. */
export type AskedAccount = { readonly name: string; readonly address: string | null };

/** The last lines of what a question is about. Two may have one name. */
export function accountLines({ name, address }: AskedAccount): readonly string[] {
  return [...(address === null ? [] : [`To ${askedAddress(address)}`]), `Account ${askedName(name)}`];
}
