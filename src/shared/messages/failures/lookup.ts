import type { lookupFailures } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const lookupMessages: Partial<FailureMessages<keyof typeof lookupFailures>> = {};
