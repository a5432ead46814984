import type { depositsFailures } from '../../../failures/failure-codes.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const depositsMessages: FailureMessages<keyof typeof depositsFailures> = {
  'balance-too-slow': 'The service takes too long to answer.',
  'deposit-being-registered': 'The same deposit is being registered right now. Check the list in a moment.',
  'deposit-interrupted': 'Dropslip closed before the answer was saved, so the deposit may have been registered.',
  'deposit-restored':
    'Dropslip’s data was restored from a copy, and this deposit may have been registered since. Check the balance before you register it again.',
  'deposit-unreadable':
    'Dropslip’s data about this deposit is damaged, so it may have been registered. Check the balance before you register it again.',
  'not-now': 'This deposit has changed in the meantime. Check it again.',
  risen:
    'The balance has risen by exactly this deposit, so it may have been registered after all. Check the balance before you register it again.',
  'token-not-listed': 'The service does not list this token for the account.',
  'too-many-attempts': ({ most }) =>
    `This deposit was tried ${most} times. Check the balance, then register a new deposit if you still need it.`,
  'too-many-open': ({ most }) =>
    `${most} deposits of this account are still open. Wait for them or settle the uncertain ones, then register the next.`,
  'unknown-deposit': 'This deposit is not in the list.',
};
