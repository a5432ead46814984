import { type Answer, type BodyReceiver, heldBytes } from '../answer.ts';
import { parseSubmissions } from '../answers.ts';
import type { Connection } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { answerBytes } from '../get.ts';
import { type ListOptions, userList } from './user-list.ts';

/** `sayMore`: true if the headers announce more than so many entries. */
export type ListHeaders = { readonly sayMore: (entries: number) => boolean };

/**
 * Lists the account's submission records (service-interface.md, 4.5), in no particular order. The receiver gets the
 * bytes while they arrive and parses them elsewhere, because a list of 100,000 records is 50 MB or more. A short
 * answer, which may be an error in a success status, is parsed here; a long one may still be unreadable.
 */
export function getAllExpenditure(
  connection: Connection,
  options: ListOptions,
  receiver: BodyReceiver,
  signal?: AbortSignal,
): Promise<ServiceResult<ListHeaders>> {
  const expenditure = { endpoint: 'get_all_expenditure', mostBytes: answerBytes.listBody, read, receiver };
  return userList(connection, expenditure, options, signal);
}

/** `appId`: the app that the submissions belong to. Times are epoch milliseconds, compared with `created_at`. */
export type TimeRange = { readonly appId: string; readonly from: number; readonly until: number };

/** Lists the records of one app in a time range. Only services with credits have it. There is no limit. */
export function getExpenditureByTimeRange(
  connection: Connection,
  { appId, from, until }: TimeRange,
  receiver: BodyReceiver,
  signal?: AbortSignal,
): Promise<ServiceResult<ListHeaders>> {
  const expenditure = { endpoint: 'get_expenditure_by_time_range', mostBytes: answerBytes.listBody, read, receiver };
  const range = { start_date: wholeSeconds(from), end_date: wholeSeconds(until), app_id: appId };
  return userList(connection, expenditure, range, signal);
}

const wholeSeconds = (time: number): string => new Date(time).toISOString().slice(0, 19);

function read({ body, headers }: Answer): ListHeaders | null {
  const isList = body.byteLength > heldBytes || parseSubmissions(body.toString('utf8')) !== null;
  return isList ? { sayMore: (entries) => sayMore(headers, entries) } : null;
}

/** Gateways link to the next page (RFC 8288) or give the count of all entries. */
function sayMore({ link = '', 'x-total-count': total = '' }: Answer['headers'], entries: number): boolean {
  return /;\s*rel="?next\b/i.test(String(link)) || Number(total) > entries;
}
