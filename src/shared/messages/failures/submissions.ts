import type { submissionsFailures } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const submissionsMessages: Partial<FailureMessages<keyof typeof submissionsFailures>> = {};
