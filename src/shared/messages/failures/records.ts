import type { recordsFailures } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const recordsMessages: Partial<FailureMessages<keyof typeof recordsFailures>> = {};
