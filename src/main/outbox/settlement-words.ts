import type { SubmissionRecord } from '../../shared/records.ts';
import type { OutboxItem } from './outbox-item.ts';

/** What an item's details say about how an uncertain submission was settled: what was matched, why, and when (UTC). */

export function foundByHash(record: SubmissionRecord, { blake2b256 }: OutboxItem, at: string): string {
  const kind = record.dataHash === blake2b256 ? 'BLAKE2b-256' : 'Keccak-256';
  return `Found in the service’s records on ${at}: submission ${record.id}${created(record)} has the ${kind} of this file’s bytes (${record.dataHash}), and no other file of this account claims it.`;
}

export function foundBySize(record: SubmissionRecord, { size }: OutboxItem, at: string): string {
  return `Found in the service’s records on ${at}: submission ${record.id}${created(record)} has no hash, but it is the only one of this size (${size} bytes, the service says “${record.amountData}”), this token and this time, and this is the only file that it can be.`;
}

export function notAccepted(records: number, first: string, second: string): string {
  return `The service does not have it: its complete list (${records} submissions) was read on ${first} and again on ${second}, well after the connection had ended. Every submission in it belongs to another file or has other bytes. So it was sent again.`;
}

export function stillOpen(why: string): string {
  return `Not settled yet. ${why}`;
}

export function wentThroughByHand(submissionId: string, at: string, check: 'confirmed' | 'unchecked'): string {
  const checked =
    check === 'confirmed'
      ? 'The service’s record of it was read and does not contradict this file.'
      : 'The service’s record of it could not be read with this account.';
  return `You said on ${at} that it went through as ${submissionId}. ${checked}`;
}

export function didNotByHand(at: string): string {
  return `You said on ${at} that it did not go through. So it was sent again.`;
}

function created({ createdAt }: SubmissionRecord): string {
  return createdAt === null ? '' : `, registered at ${createdAt},`;
}
