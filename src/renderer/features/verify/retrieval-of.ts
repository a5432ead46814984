import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import { type Against, sentInstead } from '../../../shared/bridge/receipts.ts';

export type Wanted = Extract<Against, { kind: 'receipt' }> | { readonly kind: 'kept'; readonly submissionId: string };

/** What was submitted, by what a receipt says of it, or by its id in the account that keeps it. */
export function retrievalOf(against: Wanted): CallInputs['retrieval.start']['from'] {
  if (against.kind === 'kept') return { kind: 'kept', submissionId: against.submissionId };
  const { receipt } = against;
  const { submission, account, file } = receipt;
  const { name, size, keccak256, blake2b256, sha256 } = file;
  return {
    kind: 'receipt',
    submissionId: submission.id,
    address: account.address,
    name,
    size,
    digests: { keccak256, blake2b256, sha256 },
    sent: receipt.version === 3 ? sentInstead(receipt) : null,
  };
}
