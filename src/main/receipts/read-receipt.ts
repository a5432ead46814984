import { type Failure, failure, type Result, success } from '../../shared/bridge/failure.ts';
import type { Receipt } from '../../shared/bridge/receipts.ts';
import { hasOneMeaning } from '../../shared/one-meaning.ts';
import { sealOf } from './canonical-json.ts';
import { LARGEST_FILE_BYTES } from './file-limit.ts';
import { isWithinBounds } from './json-bounds.ts';
import { bundleShape, headShape, receiptShape } from './receipt-shape.ts';

export const refusals = {
  large: {
    code: 'receipt-too-large',
    message: 'This file is too large to be a receipt. Choose the receipt’s own file.',
  },
  other: {
    code: 'not-a-receipt',
    message: 'This is not a receipt of Dropslip. Receipts are files ending in .json that Dropslip saved.',
  },
  version: {
    code: 'receipt-version',
    message: 'This receipt has a version that this Dropslip does not know. Update Dropslip, then try again.',
  },
  shape: {
    code: 'receipt-damaged',
    message: 'This receipt is damaged: parts of it are missing or not what they must be. Ask for it to be saved again.',
  },
  seal: {
    code: 'receipt-changed',
    message:
      'This receipt was changed after Dropslip wrote it, so it proves nothing. Ask for it to be saved again, unchanged.',
  },
} as const satisfies Readonly<Record<string, Failure>>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the bytes of a file as a receipt, or as several in one. Errors: `receipt-too-large`, `not-a-receipt`,
 * `receipt-version`, `receipt-damaged`, `receipt-changed`.
 */
export function readReceiptBytes(bytes: Uint8Array): Result<readonly Receipt[]> {
  if (bytes.length > LARGEST_FILE_BYTES) return failure(refusals.large);
  if (!isWithinBounds(bytes)) return failure(refusals.other);
  const text = decode(bytes);
  if (text === null) return failure(refusals.other);
  const value = parse(text);
  const head = headShape.safeParse(value);
  if (!head.success) return failure(refusals.other);
  // Dropslip writes none like it: the seal would be over what one reader takes it to say.
  if (!hasOneMeaning(text)) return failure(refusals.seal);
  if (head.data.format === 'dropslip-receipt') {
    const one = readReceipt(value);
    return one.ok ? success([one.value]) : one;
  }
  if (head.data.format !== 'dropslip-receipts') return failure(refusals.other);
  if (head.data.version !== 1) return failure(refusals.version);
  const bundle = bundleShape.safeParse(value);
  if (!bundle.success) return failure(refusals.shape);
  const receipts: Receipt[] = [];
  for (const member of bundle.data.receipts) {
    const one = readReceipt(member);
    if (!one.ok) return one;
    receipts.push(one.value);
  }
  return success(receipts);
}

function readReceipt(value: unknown): Result<Receipt> {
  const head = headShape.safeParse(value);
  if (!head.success || head.data.format !== 'dropslip-receipt') return failure(refusals.shape);
  if (head.data.version !== 1 && head.data.version !== 2) return failure(refusals.version);
  const receipt = receiptShape.safeParse(value);
  if (!receipt.success || typeof value !== 'object' || value === null) return failure(refusals.shape);
  // Over what stands in the file, not over what was understood of it.
  return sealOf(value) === receipt.data.seal ? success(receipt.data) : failure(refusals.seal);
}

/** Without a byte order mark; null where bytes are no text, since other bytes would then read the same. */
function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
