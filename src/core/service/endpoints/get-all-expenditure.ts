import { type Answer, type BodyReceiver, heldBytes } from '../answer.ts';
import { parseSubmissions } from '../answers.ts';
import type { Connection } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { answerBytes } from '../get.ts';
import { type ListOptions, userList } from './user-list.ts';

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
): Promise<ServiceResult<true>> {
  const read = ({ body }: Answer): true | null =>
    body.byteLength > heldBytes || parseSubmissions(body.toString('utf8')) !== null ? true : null;
  const expenditure = { endpoint: 'get_all_expenditure', mostBytes: answerBytes.listBody, read, receiver };
  return userList(connection, expenditure, options, signal);
}
