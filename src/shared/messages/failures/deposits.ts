import type { depositsFailures } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const depositsMessages: Partial<FailureMessages<keyof typeof depositsFailures>> = {};
