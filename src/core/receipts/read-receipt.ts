import type { Receipt } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { beyondBounds, hasOneMeaning, type JsonBounds } from '../../shared/json-text.ts';
import { areWhole, bundleShape, headShape, receiptShape, sealOf } from './receipt.ts';

/** The largest file that is read as a receipt, in bytes: room for ten thousand. None larger is written either. */
export const LARGEST_FILE_BYTES = 32 * 1024 * 1024;

const bounds: JsonBounds = {
  /** A receipt goes seven deep: a file of several, their list, one of them, its parts, one, its record, that one's fields. */
  deepest: 8,
  /** A file holds at most so many receipts, a receipt as many parts, and no service names so many fields. */
  mostMembers: 10_000,
  /** Ten thousand receipts of a hundred values each: twice what one holds. */
  mostValues: 1_000_000,
};

const versions: ReadonlySet<number> = new Set([1, 2, 3]);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the bytes of a file as a receipt, or as several in one. Errors: `receipt-too-large`, `not-a-receipt`,
 * `receipt-printed`, `receipt-version`, `receipt-damaged`, `receipt-changed`.
 */
export function readReceiptBytes(bytes: Uint8Array): Result<readonly Receipt[]> {
  if (bytes.length > LARGEST_FILE_BYTES) return failure({ code: 'receipt-too-large' });
  if (isPrintedReceipt(bytes)) return failure({ code: 'receipt-printed' });
  if (beyondBounds(bytes, bounds) !== null) return failure({ code: 'not-a-receipt' });
  const text = decode(bytes);
  if (text === null) return failure({ code: 'not-a-receipt' });
  const value = parse(text);
  const head = headShape.safeParse(value);
  if (!head.success) return failure({ code: 'not-a-receipt' });
  // Dropslip writes none like it: the seal would be over what one reader takes it to say.
  if (!hasOneMeaning(text)) return failure({ code: 'receipt-changed' });
  if (head.data.format === 'dropslip-receipt') {
    const one = readReceipt(value);
    return one.ok ? success([one.value]) : one;
  }
  if (head.data.format !== 'dropslip-receipts') return failure({ code: 'not-a-receipt' });
  if (head.data.version !== 1) return failure({ code: 'receipt-version' });
  const bundle = bundleShape.safeParse(value);
  if (!bundle.success) return failure({ code: 'receipt-damaged' });
  const receipts: Receipt[] = [];
  for (const member of bundle.data.receipts) {
    const one = readReceipt(member);
    if (!one.ok) return one;
    receipts.push(one.value);
  }
  return success(receipts);
}

/** Chromium writes the title of a page first, as text or in UTF-16. The title of a printed receipt ends in “: receipt”. */
function isPrintedReceipt(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 8_192)).toString('latin1');
  return /^%PDF-[^<]*<<\/Title (?:\(.*: receipt\)|<[0-9A-F]*003A00200072006500630065006900700074>)\s/.test(head);
}

function readReceipt(value: unknown): Result<Receipt> {
  const head = headShape.safeParse(value);
  if (!head.success || head.data.format !== 'dropslip-receipt') return failure({ code: 'receipt-damaged' });
  if (!versions.has(head.data.version)) return failure({ code: 'receipt-version' });
  const receipt = receiptShape.safeParse(value);
  if (!receipt.success || typeof value !== 'object' || value === null) return failure({ code: 'receipt-damaged' });
  // Over what stands in the file, not over what was understood of it.
  if (sealOf(value) !== receipt.data.seal) return failure({ code: 'receipt-changed' });
  return areWhole(receipt.data) ? success(receipt.data) : failure({ code: 'receipt-damaged' });
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
