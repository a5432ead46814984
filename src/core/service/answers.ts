import { hasOneMeaning } from '../../shared/json-text.ts';
import type { SubmissionRecord, TokenName, TokenRecord } from '../../shared/records.ts';
import { readSubmissionId } from '../../shared/submissions/submission-id.ts';
import { GatheredBytes } from './answer.ts';
import { ListInParts, type ListReader, listEntries } from './list-reader.ts';
import { isObject, type JsonObject, type JsonValue, readAs, scalarText } from './lossless-json.ts';
import { statesRefusal } from './statements.ts';
import { readSubmissionRecord } from './submission-record.ts';
import { readTokenMap, readTokenRecord } from './tokens.ts';

/**
 * The one parser of everything that a service answers. It takes the text of a body, never throws, accepts every shape
 * that the contract and known deployments use, and says `null` to the rest.
 */

/** One submission record (bare or wrapped). */
export function parseSubmission(body: string): SubmissionRecord | null {
  return readAs(body, readSubmissionRecord);
}

/** A list of submission records. One that cannot be read makes the whole list unreadable: none may go missing. */
export function parseSubmissions(body: string): SubmissionRecord[] | null {
  return readAs(body, (json) => readList(json, readSubmissionRecord));
}

export type SubmissionListReader = ListReader<SubmissionRecord>;

/** Reads a list of submission records, under the same rule, while its bytes arrive, in parts of some `atOnce` bytes. */
export function submissionsReader(atOnce?: number): SubmissionListReader {
  return new ListInParts(readSubmissionRecord, parseSubmissions, atOnce);
}

/** A list of token records, under the same rule. */
export function parseTokens(body: string): TokenRecord[] | null {
  return readAs(body, (json) => readList(json, readTokenRecord));
}

/** Reads a list of token records, under the same rule, from bytes that come one by one. */
export function tokensReader(): ListReader<TokenRecord> {
  return new ListInParts(readTokenRecord, parseTokens);
}

/** The token names that the service knows. */
export function parseTokenMap(body: string): TokenName[] | null {
  return readAs(body, readTokenMap);
}

/** Reads them from bytes that come one by one. An object is read when it is whole: whoever asks bounds its bytes. */
export function tokenMapReader(): ListReader<TokenName> {
  const gathered = new GatheredBytes();
  return {
    push: (bytes) => gathered.push(bytes),
    end: () => parseTokenMap(gathered.whole().toString('utf8')),
    isPart: () => false,
  };
}

/**
 * The submission id of a receipt (`{"submission_id"}`, also inside `data`). An answer that says of itself that it failed, or
 * names one member twice, is none.
 */
export function parseReceipt(body: string): string | null {
  const id = readAs(body, (json) => (statesRefusal(json) ? null : receiptId(json)));
  return id !== null && hasOneMeaning(body, 'any') ? id : null;
}

/** The health answer's own words: `{"status": "OK", "message"}`. */
export function parseHealth(body: string): { readonly status: string; readonly message: string | null } | null {
  return readAs(body, (json) => {
    if (!isObject(json) || typeof json.status !== 'string') return null;
    return { status: json.status, message: scalarText(json.message) ?? null };
  });
}

function receiptId(json: JsonValue): string | null {
  if (!isObject(json)) return null;
  return ownId(json) ?? (isObject(json.data) ? receiptId(json.data) : null);
}

function ownId({ submission_id }: JsonObject): string | null {
  return readSubmissionId(scalarText(submission_id) ?? '');
}

function readList<Entry>(json: JsonValue, readEntry: (entry: JsonValue) => Entry | null): Entry[] | null {
  const entries: Entry[] = [];
  for (const entry of listEntries(json) ?? [null]) {
    const value = readEntry(entry);
    if (value === null) return null;
    entries.push(value);
  }
  return entries;
}
