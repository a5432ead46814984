import type { SubmissionRecord } from '../../../shared/records.ts';
import { type ListReader, listReader } from './list-reader.ts';
import { readSubmissionRecord } from './submission-record.ts';

export type SubmissionListReader = ListReader<SubmissionRecord>;

/** Reads a list of submission records while its bytes arrive, in parts of some `atOnce` bytes. */
export function submissionListReader(
  readWhole: (text: string) => SubmissionRecord[] | null,
  atOnce?: number,
): SubmissionListReader {
  return listReader(readSubmissionRecord, readWhole, atOnce);
}
