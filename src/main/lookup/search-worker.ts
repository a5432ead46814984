import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { LookupKeys } from '../../shared/bridge/lookup.ts';
import { type Entry, type Hit, SearchIndex } from './search-index.ts';

/** Rows that were written since the last request; they are read again before it is answered. */
export type Touched = {
  readonly submissions: readonly number[];
  readonly records: readonly { readonly accountId: string; readonly id: string }[];
  /** Accounts of which any number of records were written. */
  readonly accounts: readonly string[];
  /** Accounts that were taken away since the app began; their rows may still be there for a moment. */
  readonly gone: readonly string[];
};

export type SearchRequest =
  | { readonly kind: 'prepare'; readonly id: number; readonly touched: Touched }
  | {
      readonly kind: 'search';
      readonly id: number;
      readonly touched: Touched;
      readonly keys: LookupKeys;
      readonly limit: number;
    };

export type SearchResponse = { readonly id: number; readonly hits: readonly Hit[] };

type Row = Readonly<Record<string, unknown>>;

/** The columns are the app's own and strictly typed; a shape for each of 200,000 rows would cost a start half a second. */
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const port = parentPort;
if (port === null) throw new Error('The search worker runs as a worker thread.');

const database = new DatabaseSync(z.string().parse(workerData), { readOnly: true, timeout: 5_000 });
const submissionColumns = 'id, account_id, name, submission_id, added_at, keccak256, blake2b256, sha256';
const recordColumns = `account_id, id, data_hash, json_extract(record, '$.createdAt') AS created_at,
  json_extract(record, '$.blockHash') AS block_hash, json_extract(record, '$.txHash') AS tx_hash`;
const selectSubmission = database.prepare(`SELECT ${submissionColumns} FROM submissions WHERE id = ?`);
const selectRecord = database.prepare(`SELECT ${recordColumns} FROM records WHERE account_id = ? AND id = ?`);

const selectRecordsSince = database.prepare(
  `SELECT ${recordColumns} FROM records WHERE account_id = ? AND read_at >= ?`,
);

let index: SearchIndex | null = null;
/** When records were last gone through, UTC instant. */
let readAt = '';

/** Everything, once; a second or so for a hundred thousand of each. */
function load(): SearchIndex {
  const loaded = new SearchIndex();
  readAt = aLittleAgo();
  for (const row of database.prepare(`SELECT ${submissionColumns} FROM submissions`).iterate())
    loaded.put(submissionEntry(row));
  for (const row of database.prepare(`SELECT ${recordColumns} FROM records`).iterate()) loaded.put(recordEntry(row));
  return loaded;
}

/** Read twice is better than missed: what was stamped just now may be committed a little later. */
function aLittleAgo(): string {
  return new Date(Date.now() - 60_000).toISOString();
}

function submissionEntry(row: Row): Entry {
  return {
    accountId: text(row.account_id) ?? '',
    row: { kind: 'submission', id: Number(row.id) },
    submissionId: text(row.submission_id),
    name: text(row.name),
    at: text(row.added_at),
    hashes: [text(row.keccak256), text(row.blake2b256), text(row.sha256)],
  };
}

function recordEntry(row: Row): Entry {
  const id = text(row.id) ?? '';
  return {
    accountId: text(row.account_id) ?? '',
    row: { kind: 'record', id },
    submissionId: id,
    name: null,
    at: text(row.created_at),
    hashes: [text(row.block_hash), text(row.data_hash), text(row.tx_hash)],
  };
}

function bringUp(to: SearchIndex, touched: Touched): void {
  for (const id of touched.submissions) {
    const row = selectSubmission.get(id);
    if (row !== undefined) to.put(submissionEntry(row));
  }
  for (const { accountId, id } of touched.records) {
    const row = selectRecord.get(accountId, id);
    if (row !== undefined) to.put(recordEntry(row));
  }
  if (touched.accounts.length === 0) return;
  // A clock that was set back stamps what comes now with times of before.
  const now = aLittleAgo();
  const since = readAt < now ? readAt : now;
  readAt = now;
  for (const accountId of touched.accounts) {
    for (const row of selectRecordsSince.iterate(accountId, since)) to.put(recordEntry(row));
  }
}

port.on('message', (request: SearchRequest) => {
  const current = index ?? load();
  // What was touched is in what was just read.
  if (index !== null) bringUp(index, request.touched);
  for (const accountId of request.touched.gone) current.forget(accountId);
  index = current;
  const hits = request.kind === 'search' ? current.search(request.keys, request.limit) : [];
  port.postMessage({ id: request.id, hits } satisfies SearchResponse);
});
