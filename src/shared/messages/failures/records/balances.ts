import type { balancesFailures } from '../../../failures/failure-codes.ts';
import type { FailureMessages } from '../messages-of-codes.ts';

export const balancesMessages: FailureMessages<keyof typeof balancesFailures> = {
  'too-many-choices': ({ most }) =>
    `You can set decimals and warnings for ${most} tokens of an account. Undo one that you no longer need first.`,
};
