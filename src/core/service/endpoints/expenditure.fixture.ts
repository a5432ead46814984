import type { SubmissionRecord } from '../../../shared/records.ts';
import { submissionsReader } from '../answers.ts';
import type { Connection } from '../connection.ts';
import type { ServiceResult } from '../errors.ts';
import { getAllExpenditure } from './get-all-expenditure.ts';
import type { ListOptions } from './user-list.ts';

/** `isPart`: the answer says of itself that there are more. */
type Listed = { readonly entries: SubmissionRecord[]; readonly isPart: boolean };

/** The account's submission records, read on this thread. */
export async function expenditureOf(connection: Connection, options: ListOptions = {}): Promise<ServiceResult<Listed>> {
  let reader = submissionsReader();
  const receiver = {
    begin: () => {
      reader = submissionsReader();
    },
    take: (piece: Uint8Array) => reader.push(piece),
  };
  const answer = await getAllExpenditure(connection, options, receiver);
  if (!answer.ok) return answer;
  const entries = reader.end();
  if (entries === null) return { ok: false, error: { code: 'unreadable-answer' } };
  return { ok: true, value: { entries, isPart: reader.isPart(entries.length) } };
}
