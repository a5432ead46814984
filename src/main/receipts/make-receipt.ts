import type { Account } from '../../shared/bridge/accounts.ts';
import { failure, type Result, success } from '../../shared/bridge/failure.ts';
import type { Receipt } from '../../shared/bridge/receipts.ts';
import { sealOf } from './canonical-json.ts';
import type { KeptSubmission } from './kept-submissions.ts';

/** Who issues a receipt, and when. */
export type Issuer = { readonly appVersion: string; readonly issuedAt: string };

/** Errors: `not-own` for a submission that Dropslip only knows from the service's records. */
export function makeReceipt(kept: KeptSubmission, account: Account, issuer: Issuer): Result<Receipt> {
  const { item, record, submissionId } = kept;
  if (item === null) {
    return failure({
      code: 'not-own',
      message: 'This was not submitted by this Dropslip, so there is nothing to make a receipt of.',
    });
  }
  const submission = {
    id: submissionId,
    addedAt: item.addedAt,
    submittedAt: item.submittedAt,
    confirmedAt: item.confirmedAt,
  };
  const { vouched } = item;
  const common = {
    format: 'dropslip-receipt',
    ...issuer,
    account: {
      name: account.name,
      kind: account.kind,
      address: account.kind === 'practice' ? null : account.address,
    },
    file: { name: item.name, size: item.size, ...item.digests },
    record,
  } as const;
  return success(
    vouched === null
      ? sealed({ ...common, version: 1, submission })
      : sealed({ ...common, version: 2, submission: { ...submission, vouched } }),
  );
}

function sealed<Unsealed extends object>(unsealed: Unsealed): Unsealed & Pick<Receipt, 'seal'> {
  return { ...unsealed, seal: sealOf(unsealed) };
}

/** How many bytes a receipt takes up in a file, alone or among others; its share of what stands around them included. */
export function receiptBytes(receipt: Receipt): number {
  return Buffer.byteLength(JSON.stringify({ receipts: [receipt] }, null, 2));
}

/** A receipt's file, or that of several: indented, so that it can be read. */
export function receiptText(receipts: readonly Receipt[]): string {
  const [only, ...more] = receipts;
  const content =
    only !== undefined && more.length === 0 ? only : { format: 'dropslip-receipts', version: 1, receipts };
  return `${JSON.stringify(content, null, 2)}\n`;
}
