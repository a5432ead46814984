import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { Against, Receipt } from '../../../shared/bridge/receipts.ts';
import { MOST_IN_PLACE, type RetrievalPlace } from '../../../shared/bridge/retrieval.ts';
import { sentInstead } from '../../../shared/submissions/parts.ts';

export type Wanted = Extract<Against, { kind: 'receipt' }> | { readonly kind: 'kept'; readonly submissionId: string };

/** The input of a download by a receipt, or by the id of a submission on this computer. */
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
    sent: sentInstead(receipt.composition),
    places: placesIn(receipt),
  };
}

/** The places of the receipt's submissions that are in a block. Leaves out texts that cannot be hashes. */
function placesIn(receipt: Receipt): RetrievalPlace[] {
  const parts = receipt.composition?.parts ?? [];
  return [{ submissionId: receipt.submission.id, record: receipt.record }, ...parts].flatMap(
    ({ submissionId, record }) => {
      const blockHash = inPlace(record?.blockHash ?? null);
      if (record === null || blockHash === null) return [];
      const { extrinsicIndex, txHash, dataHash } = record;
      const others = { extrinsicIndex: inPlace(extrinsicIndex), txHash: inPlace(txHash), dataHash: inPlace(dataHash) };
      return [{ submissionId, blockHash, ...others }];
    },
  );
}

const inPlace = (text: string | null): string | null => (text !== null && text.length <= MOST_IN_PLACE ? text : null);
