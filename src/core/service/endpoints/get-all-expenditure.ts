import { type Answer, type BodyReceiver, heldBytes } from '../answer.ts';
import { parseSubmissions } from '../answers.ts';
import type { Connection } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { answerBytes } from '../get.ts';
import { type ListOptions, userList } from './user-list.ts';

/** `saysMore`: the headers say that there are more than so many entries. */
type ListHeaders = { readonly saysMore: (entries: number) => boolean };

/**
 * Lists the account's submission records (service-interface.md, 4.5), in the service's order, which is none. The receiver gets
 * the bytes while they come, and reads them elsewhere: a list of 100,000 records is 50 MB and more. An answer as short as an
 * error in a success status is parsed here; a long one may still turn out to be unreadable.
 */
export function getAllExpenditure(
  connection: Connection,
  options: ListOptions,
  receiver: BodyReceiver,
  signal?: AbortSignal,
): Promise<ServiceResult<ListHeaders>> {
  const read = ({ body, headers }: Answer): ListHeaders | null =>
    body.byteLength > heldBytes || parseSubmissions(body.toString('utf8')) !== null
      ? { saysMore: (entries) => headersSayMore(headers, entries) }
      : null;
  const expenditure = { endpoint: 'get_all_expenditure', mostBytes: answerBytes.listBody, read, receiver };
  return userList(connection, expenditure, options, signal);
}

/** By a link to the next page (RFC 8288), a range (RFC 9110, 14.4), or the count that many services send beside a page. */
function headersSayMore(headers: Answer['headers'], entries: number): boolean {
  const { link = '', 'content-range': range = '', 'x-total-count': total = '' } = headers;
  const counted = /\/\s*(\d+)\s*$/.exec(range)?.[1] ?? /^\s*(\d+)\s*$/.exec(String(total))?.[1];
  return /;\s*rel="?(?:[^";,]*\s)?next\b/i.test(String(link)) || (counted !== undefined && Number(counted) > entries);
}
