import type { balancesFailures } from '../../../failures/failure-codes.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const balancesMessages: FailureMessages<keyof typeof balancesFailures> = {
  'too-many-choices': ({ most }) =>
    `Decimals and warnings are kept for ${most} tokens of an account. Take back one that you no longer need first.`,
};
