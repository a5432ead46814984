import { createHash } from 'node:crypto';

const MINUTE_MS = 60_000;

/** The answer of get_all_expenditure for `count` submissions, each with different ids, hashes and fees. */
export function listOfRecords(count: number): { readonly bytes: number; readonly upTo: (limit: number) => Buffer } {
  const hash = (what: string, number: number): string => createHash('sha256').update(`${what} ${number}`).digest('hex');
  const latest = Date.UTC(2026, 5, 1);
  const records = Array.from({ length: count }, (_, number) => ({
    id: hash('id', number).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
    user_id: '6f1d0c5e-0e5f-4a56-9a44-0f4ad1a0c001',
    token_details_id: (number % 3) + 1,
    extrinsic_index: number % 9,
    amount_data: String(1_000 + number),
    fees: (21_000_000_000_000n + BigInt(number) * 100_000_000n).toString(),
    to_address: '0xd4e5b6a7908172635445362718f0e1d2c3b4a596',
    block_hash: `0x${hash('block', Math.floor(number / 9))}`,
    data_hash: `0x${hash('data', number)}`,
    tx_hash: `0x${hash('tx', number)}`,
    // Unsorted, because services list in any order.
    created_at: new Date(latest - ((number * 7_919) % count) * 5 * MINUTE_MS).toISOString().slice(0, 19),
  }));
  const whole = Buffer.from(JSON.stringify(records));
  return {
    bytes: whole.byteLength,
    upTo: (limit) => (limit >= count ? whole : Buffer.from(JSON.stringify(records.slice(0, limit)))),
  };
}
