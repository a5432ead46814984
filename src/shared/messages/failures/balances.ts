import type { balancesFailures } from '../../failures/failure-codes.ts';
import type { FailureMessages } from './messages-of-codes.ts';

export const balancesMessages: Partial<FailureMessages<keyof typeof balancesFailures>> = {};
