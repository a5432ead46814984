import type { depositsFailures } from '../../../failures/failure-codes.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const depositsMessages: FailureMessages<keyof typeof depositsFailures> = {
  'balance-too-slow': 'The service takes too long to answer.',
  'deposit-being-registered': 'The same deposit is just being registered. Look at your list in a moment.',
  'deposit-interrupted': 'Dropslip closed before the answer was saved, so the deposit may have been registered.',
  'deposit-restored':
    'Dropslip goes on from a copy of its data, and this deposit may have been registered since that was made. Look at the balance before you register it again.',
  'deposit-unreadable':
    'Dropslip’s data is damaged here: what became of this deposit cannot be read, so it may have been registered. Look at the balance before you register it again.',
  'not-now': 'This deposit has moved on meanwhile. Look at it again.',
  risen:
    'The balance has risen by exactly this deposit, so it may have been registered after all. Look at the balance before you register it again.',
  'token-not-listed': 'The service does not list this token for the account.',
  'too-many-attempts': ({ most }) =>
    `This deposit was tried ${most} times. Look at the balance, then register a new deposit if it is still needed.`,
  'too-many-open': ({ most }) =>
    `${most} deposits of this account are still open. Wait for them, or say what became of those that are not certain; then register the next.`,
  'unknown-deposit': 'This deposit is not known here.',
};
