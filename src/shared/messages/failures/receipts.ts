import type { receiptsFailures } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const receiptsMessages: Partial<FailureMessages<keyof typeof receiptsFailures>> = {};
