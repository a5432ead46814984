import { success } from '../../shared/bridge/failure.ts';
import type { CallHandlers, FileCallHandlers } from '../electron/ipc.ts';
import type { Receipts } from './index.ts';

type ReceiptCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `receipts.${string}`>>;
type ReceiptFileCalls = Pick<FileCallHandlers, Extract<keyof FileCallHandlers, `receipts.${string}`>>;

export type ReceiptCallParts = { readonly receipts: Receipts };

/** The calls of receipts and of verifying. */
export function receiptCalls({ receipts }: ReceiptCallParts): ReceiptCalls {
  return {
    'receipts.json': ({ submissionIds }) => receipts.json(submissionIds),
    'receipts.pdf': ({ submissionId }) => receipts.pdf(submissionId),
    'receipts.cancelVerify': ({ checkId }) => {
      receipts.cancelVerify(checkId);
      return success(null);
    },
    'receipts.askService': (asked) => receipts.askService(asked),
  };
}

export function receiptFileCalls({ receipts }: ReceiptCallParts): ReceiptFileCalls {
  return {
    'receipts.read': ({ paths: [path = ''] }) => receipts.read(path),
    'receipts.verify': ({ paths: [path = '', receiptPath = ''], ...asked }) =>
      asked.against === 'receipt'
        ? receipts.verifyReceipt(asked.checkId, path, receiptPath)
        : receipts.verifyKept(asked.checkId, path, asked.submissionId),
  };
}
