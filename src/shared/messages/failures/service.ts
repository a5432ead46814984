import type { serviceFailures } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const serviceMessages: Partial<FailureMessages<keyof typeof serviceFailures>> = {};
