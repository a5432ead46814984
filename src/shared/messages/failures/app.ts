import type { appFailures } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const appMessages: Partial<FailureMessages<keyof typeof appFailures>> = {};
