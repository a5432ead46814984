import type { Receipt } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { hasOneMeaning } from '../service/index.ts';
import { bundleShape, headShape, receiptShape, sealOf } from './receipt.ts';

/** The largest file that is read as a receipt, in bytes: room for ten thousand. None larger is written either. */
export const LARGEST_FILE_BYTES = 32 * 1024 * 1024;

/** The deepest that a receipt goes is five: a file of several, their list, one of them, its record, that one's fields. */
const DEEPEST = 8;
/** Of an object or an array: a file holds at most so many receipts, and no service names so many fields. */
const MOST_MEMBERS = 10_000;
/** Ten thousand receipts of a hundred values each: twice what one holds. */
const MOST_VALUES = 1_000_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether a file can be receipts by its extent, told from its bytes (UTF-8) before anything is made of them: what takes a
 * few bytes to write can take a hundred times that to hold. That it is JSON is not looked at.
 */
function isWithinBounds(json: Uint8Array): boolean {
  const members = new Uint32Array(DEEPEST + 1);
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case quote:
        at = closingQuote(json, at);
        break;
      case openArray:
      case openObject:
        depth += 1;
        values += 1;
        if (depth > DEEPEST) return false;
        members[depth] = 1;
        break;
      case closeArray:
      case closeObject:
        if (depth > 0) depth -= 1;
        break;
      case comma:
        values += 1;
        members[depth] = (members[depth] ?? 0) + 1;
        if ((members[depth] ?? 0) > MOST_MEMBERS) return false;
    }
    if (values > MOST_VALUES) return false;
  }
  return true;
}

/** Where the text that begins at `start` ends; the end of the file where it does not. */
function closingQuote(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the bytes of a file as a receipt, or as several in one. Errors: `receipt-too-large`, `not-a-receipt`,
 * `receipt-version`, `receipt-damaged`, `receipt-changed`.
 */
export function readReceiptBytes(bytes: Uint8Array): Result<readonly Receipt[]> {
  if (bytes.length > LARGEST_FILE_BYTES) return failure({ code: 'receipt-too-large' });
  if (!isWithinBounds(bytes)) return failure({ code: 'not-a-receipt' });
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

function readReceipt(value: unknown): Result<Receipt> {
  const head = headShape.safeParse(value);
  if (!head.success || head.data.format !== 'dropslip-receipt') return failure({ code: 'receipt-damaged' });
  if (head.data.version !== 1 && head.data.version !== 2) return failure({ code: 'receipt-version' });
  const receipt = receiptShape.safeParse(value);
  if (!receipt.success || typeof value !== 'object' || value === null) return failure({ code: 'receipt-damaged' });
  // Over what stands in the file, not over what was understood of it.
  return sealOf(value) === receipt.data.seal ? success(receipt.data) : failure({ code: 'receipt-changed' });
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
