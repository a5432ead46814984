import type { SubmissionRecord } from '../../../shared/records.ts';
import { readJson } from './lossless-json.ts';
import { readSubmissionRecord } from './submission-record.ts';

/** So much is read at once: small enough to be done while the next of it is on its way. */
const PART_BYTES = 1024 * 1024;
const COMMA = 0x2c;
/** A list with records so odd that parts of it cannot be told apart is read when it is whole. */
const FAILED_CUTS = 4;

const [OPEN, CLOSE] = [0x5b, 0x5d];
const BETWEEN_RECORDS = Buffer.from('},{');

export type SubmissionListReader = {
  /** The next bytes. They are copied, and may be used again. */
  readonly push: (bytes: Uint8Array) => void;
  /** All records, once there are no more bytes; null when the list is unreadable. */
  readonly end: () => SubmissionRecord[] | null;
};

/**
 * Reads a list of submission records while its bytes arrive, with the same outcome as when they are read as a whole.
 * A bare array is read in parts of some `atOnce` bytes; `readWhole` reads what is anything else.
 *
 * Where a part may end is guessed, and proved by reading it: text up to `},{`, closed by a bracket, is JSON only if that
 * place was between two entries of the list itself, and neither inside of a text nor any deeper.
 */
export function submissionListReader(
  readWhole: (text: string) => SubmissionRecord[] | null,
  atOnce = PART_BYTES,
): SubmissionListReader {
  let bytes = Buffer.allocUnsafe(2 * atOnce);
  let length = 0;
  let partBytes = atOnce;
  let failedCuts = 0;
  let inParts = false;
  let readable = true;
  const records: SubmissionRecord[] = [];

  function takeEntries(text: string): boolean {
    const entries = readJson(text);
    if (!Array.isArray(entries)) return false;
    try {
      for (const entry of entries) {
        const record = readSubmissionRecord(entry);
        if (record === null) readable = false;
        else records.push(record);
      }
    } catch {
      // Only nesting deep enough to exhaust the stack gets here.
      readable = false;
    }
    return true;
  }

  function readPart(): void {
    const comma = bytes.lastIndexOf(BETWEEN_RECORDS, length - BETWEEN_RECORDS.length) + 1;
    if (!inParts && !startsWithArray(bytes, length)) failedCuts = FAILED_CUTS;
    else if (comma > 0) {
      bytes[comma] = CLOSE;
      if (takeEntries(bytes.toString('utf8', 0, comma + 1))) {
        bytes[comma] = OPEN;
        bytes.copyWithin(0, comma, length);
        length -= comma;
        inParts = true;
        partBytes = atOnce;
        return;
      }
      bytes[comma] = COMMA;
      failedCuts += 1;
    }
    partBytes *= 2;
  }

  return {
    push(more) {
      if (length + more.byteLength > bytes.byteLength) {
        const larger = Buffer.allocUnsafe(2 * (length + more.byteLength));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      bytes.set(more, length);
      length += more.byteLength;
      if (readable && failedCuts < FAILED_CUTS && length >= partBytes) readPart();
    },

    end() {
      const text = bytes.toString('utf8', 0, length);
      bytes = Buffer.alloc(0);
      if (!inParts) return readWhole(text);
      return readable && takeEntries(text) && readable ? records : null;
    },
  };
}

function startsWithArray(bytes: Buffer, length: number): boolean {
  return /^\s*\[/.test(bytes.toString('latin1', 0, Math.min(length, 64)));
}
