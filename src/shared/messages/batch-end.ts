import { type BatchCounts, withReceipt } from '../submissions/batch-status.ts';
import { batchFacts, batchHeadline } from './submissions/batch.ts';

/** `folders`: how many of what is counted are folders kept together. */
export type EndedBatch = { readonly counts: BatchCounts; readonly folders: number };

type Words = { readonly title: string; readonly body: string };

/**
 * The end of a batch in words, with numbers as `locale` writes them; null when there is nothing to tell, since the person
 * did it all.
 */
export function batchEndWords(
  { counts, folders }: EndedBatch,
  locale: string | undefined,
  readsRecords = true,
): Words | null {
  const { rejected, incomplete, failed, notKnown, undecided } = counts;
  const wrong = rejected + incomplete + failed + notKnown;
  if (withReceipt(counts) + wrong + undecided === 0) return null;
  const counter = new Intl.NumberFormat(locale, { useGrouping: 'always', numberingSystem: 'latn' });
  const count = (files: number): string => counter.format(files);
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
