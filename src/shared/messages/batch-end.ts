import type { Separators } from '../amounts/amounts.ts';
import { type BatchCounts, withReceipt } from '../submissions/batch-status.ts';
import { batchFacts, batchHeadline } from './submissions/batch.ts';

/** `folders`: how many of what is counted are folders kept together. */
export type EndedBatch = { readonly counts: BatchCounts; readonly folders: number };

type Words = { readonly title: string; readonly body: string };

/** Shown while macOS asks the user for its permission to notify. */
export const firstNotice: Words = { title: 'Dropslip', body: 'You are notified here when your files are confirmed.' };

/**
 * The end of a batch in words, with the separators of the person's numbers; null when there is nothing to tell,
 * since the person did it all.
 */
export function batchEndWords(
  { counts, folders }: EndedBatch,
  separators: Separators,
  readsRecords = true,
): Words | null {
  const { rejected, incomplete, delayed, notKnown, undecided } = counts;
  const wrong = rejected + incomplete + delayed + notKnown;
  if (withReceipt(counts) + wrong + undecided === 0) return null;
  const count = (files: number): string => separators.whole(files);
  const facts = batchFacts(counts, count, readsRecords).map(({ text }) => text);
  const open = wrong > 0 ? 'Open Dropslip to see why.' : 'Open Dropslip to decide.';
  const receipts = withReceipt(counts) === 1 ? 'Its receipt is in the list.' : 'Their receipts are in the list.';
  const end = wrong + undecided > 0 ? open : receipts;
  return {
    title: batchHeadline(counts, folders, count),
    body: facts.length === 0 ? end : `${sentence(facts.join(', '))} ${end}`,
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
