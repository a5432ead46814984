import type { accountsFailures } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const accountsMessages: Partial<FailureMessages<keyof typeof accountsFailures>> = {};
