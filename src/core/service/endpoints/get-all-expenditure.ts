import type { BodyReceiver } from '../answer.ts';
import { parseSubmissions } from '../answers.ts';
import type { Connection } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { answerBytes } from '../get.ts';
import { type ListHeaders, type ListOptions, userListBody } from './user-list.ts';

const expenditure = {
  endpoint: 'get_all_expenditure',
  mostBytes: answerBytes.listBody,
  parse: parseSubmissions,
};

/**
 * Lists the account's submission records (service-interface.md, 4.5), in the service's order, which is none: as bytes while
 * they come, for who reads them elsewhere, since a list of 100,000 records is 50 MB and more. `limit` is a whole number of
 * entries; without it the service's own cap applies.
 */
export function getAllExpenditure(
  connection: Connection,
  options: ListOptions,
  receiver: BodyReceiver,
  signal?: AbortSignal,
): Promise<ServiceResult<ListHeaders>> {
  return userListBody(connection, expenditure, options, receiver, signal);
}
