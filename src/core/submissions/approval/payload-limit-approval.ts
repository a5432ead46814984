import { type Result, success } from '../../../shared/failures/failure.ts';
import { aboutSmallerParts } from '../../../shared/messages/questions/payment-questions.ts';
import { type Consent, declined } from '../../consent.ts';
import { nothingKnown, partSizeFor } from '../parts/part-size.ts';
import type { Submissions } from '../submissions.ts';
import type { PaymentApprovalParts } from './payment-approval.ts';

type PayloadLimitApprovalParts = Pick<PaymentApprovalParts, 'account' | 'separators'> & {
  readonly consent: Pick<Consent, 'ask'>;
  readonly submissions: Pick<Submissions, 'payloadLimit'>;
};

/**
 * Puts to the person that files are to go in smaller parts, each of which is charged for: a page alone could make a thousand
 * of each part that they have said yes to. Larger ones, and what a service refuses by itself, cost no more.
 */
export async function approvePayloadLimit(
  { account, consent, separators, submissions }: PayloadLimitApprovalParts,
  accountId: string,
  bytes: number | null,
): Promise<Result<null>> {
  const from = submissions.payloadLimit(accountId).partSize;
  const to = partSizeFor({ ...nothingKnown, byHand: bytes });
  if (to >= from) return success(null);
  const asked = account(accountId) ?? { name: '', address: null };
  return consent.ask(aboutSmallerParts({ from, to }, asked, separators()), declined);
}
