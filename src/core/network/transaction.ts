import { compact } from 'scale-ts';

/**
 * Reads a SCALE compact number; null where there is none, or one that is written longer than it need be: there is one way to
 * write each. `bytes`: how many it takes up.
 */
export function readCompact(from: Uint8Array, at: number): { readonly value: number; readonly bytes: number } | null {
  const first = from[at];
  if (first === undefined) return null;
  const mode = first & 0b11;
  const bytes = mode === 3 ? 5 + (first >> 2) : 1 << mode;
  // More than this is no length of anything here, and no time either.
  if (bytes > 9 || at + bytes > from.byteLength) return null;
  // Memory of its own: the codec reads from the beginning of what a piece of a buffer is a piece of.
  const value = compact.dec(Uint8Array.from(from.subarray(at, at + bytes)));
  if (value > Number.MAX_SAFE_INTEGER || compact.enc(value).byteLength !== bytes) return null;
  return { value: Number(value), bytes };
}

/** Whether a transaction begins with its own length, as all of a block do. */
export function isWhole(transaction: Uint8Array): boolean {
  const length = readCompact(transaction, 0);
  return length !== null && length.bytes + length.value === transaction.byteLength;
}

/** What stands before the argument: who signed it, the signature, its life, nonce, tip, app and call. No more than this. */
const MOST_BEFORE_DATA = 512;

/** Pallet and call of `submit_data` on the network; newer runtimes have the app's id, a compact number, before the data. */
const SUBMIT_DATA = Buffer.of(29, 1);
const LONGEST_APP_ID = 5;

/**
 * The tails of a transaction that are exactly one byte string behind its length, without that length: the submitted bytes are
 * one of them. By chance there may be others (a single zero at the end is an empty one), so whoever asks holds them against
 * a hash; the most likely one comes first.
 */
export function submittedTails(transaction: Uint8Array): readonly Uint8Array[] {
  const tails: { readonly bytes: Uint8Array; readonly isCall: boolean }[] = [];
  const begin = readCompact(transaction, 0)?.bytes ?? 0;
  const until = Math.min(transaction.byteLength, begin + MOST_BEFORE_DATA);
  for (let at = begin; at < until; at += 1) {
    const length = readCompact(transaction, at);
    if (length === null || at + length.bytes + length.value !== transaction.byteLength) continue;
    const before = Buffer.from(transaction.subarray(Math.max(begin, at - SUBMIT_DATA.byteLength - LONGEST_APP_ID), at));
    const isCall = before.includes(SUBMIT_DATA);
    tails.push({ bytes: transaction.subarray(at + length.bytes), isCall });
  }
  return tails.toSorted((one, other) => Number(other.isCall) - Number(one.isCall)).map(({ bytes }) => bytes);
}

/** Instants (epoch milliseconds) between which the time of a block lies. */
const [FIRST_TIME, LAST_TIME] = [Date.UTC(2016), Date.UTC(2200)];
/** An unsigned transaction: the version alone, without a signature. */
const UNSIGNED = new Set([4, 5]);

/** When a block was made, by the transaction that its author puts first to say so; a UTC instant, null where none does. */
export function blockTime(transactions: readonly Uint8Array[]): string | null {
  for (const transaction of transactions) {
    const begin = readCompact(transaction, 0)?.bytes ?? 0;
    // Version, pallet, the first of its calls, and nothing but a number.
    if (!UNSIGNED.has(transaction[begin] ?? 0) || transaction[begin + 2] !== 0) continue;
    const time = readCompact(transaction, begin + 3);
    if (time === null || begin + 3 + time.bytes !== transaction.byteLength) continue;
    if (time.value >= FIRST_TIME && time.value < LAST_TIME) return new Date(time.value).toISOString();
  }
  return null;
}
