import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Connection, ServiceResult } from '../../service/index.ts';
import type { Receipt } from '../journal/earlier-submissions.ts';

/** What settling asks of the one reader of a service's lists. */
export type ListReader = {
  /** Reads an account's list, one reading at a time, and stores what it brings. */
  readonly read: (accountId: string, connection: Connection, asked: ListAsked) => Promise<ServiceResult<ListAsRead>>;
  /** Stores records that were asked for one by one, whatever room there is. Never rejects. */
  readonly keep: (accountId: string, records: readonly SubmissionRecord[]) => Promise<void>;
  /** The account's lists are of another service from now on. */
  readonly moved: (accountId: string) => void;
  readonly forget: (accountId: string) => void;
  /** What is read from here on is stored no more. */
  readonly close: () => void;
};

export type ListAsked = {
  /** How many records are looked for, so at least so many are asked for. */
  readonly expected: number;
  /** What came holds all that is looked for, so that a list that goes on need not be read to its end. */
  readonly isEnough: (records: readonly SubmissionRecord[]) => boolean;
  /** The account's receipts as they are now, before the list is asked for: a complete one shows each of them. */
  readonly receipts: Promise<readonly Pick<Receipt, 'submissionId'>[]>;
  /** When the reading began, by the steady clock. */
  readonly readAt: number;
  /** The service is known to list at once, and without a cap, all that the account submits. */
  readonly isTrusted: boolean;
};

export type ListAsRead = {
  readonly records: readonly SubmissionRecord[];
  /** It is provably all that there is. */
  readonly complete: boolean;
  /** The longest that a receipt, or what was listed before, was seen missing from the account's lists (milliseconds). */
  readonly lateMs: number;
  /** All of the records are in the store, which is where files are looked for that would repeat them. */
  readonly isStored: boolean;
};
