import type { RecordFault } from '../faults.ts';
import type { Ledger, Submission } from '../ledger.ts';

/** A submission as the service answers with it: as it is, unless its records are to be false. */
export function withRecordFault(
  submission: Submission,
  {
    ledger,
    faults,
  }: { readonly ledger: Pick<Ledger, 'anotherThan'>; readonly faults: { readonly record: RecordFault | null } },
): Submission {
  const { block } = submission;
  if (block === null || faults.record === null) return submission;
  if (faults.record === 'other-tx-hash') return { ...submission, block: { ...block, txHash: turned(block.txHash) } };
  return { ...submission, block: ledger.anotherThan(submission)?.block ?? block };
}

function turned(hash: string): string {
  return [...hash].toReversed().join('');
}
