import type { Removal } from '../../../../shared/bridge/submissions.ts';
import { visibleName } from '../../../../shared/text.ts';
import { formatCount } from '../../../ui/format.ts';

/**
 * What has left the list, and where its receipts are from now on. `readsRecords`: whether the account can; where it can't,
 * Spending has nothing of them.
 */
export function removalWords({ files, receipts, name }: Removal, readsRecords: boolean): string {
  const what = name === null ? `${formatCount(files)} files were` : `“${visibleName(name)}” was`;
  return `${what} removed from the list. ${receiptWords(files, receipts, readsRecords ? 'Spending and Look up' : 'Look up')}`;
}

function receiptWords(files: number, receipts: number, places: string): string {
  if (receipts === 0)
    return files === 1 ? 'The file itself stays where it is.' : 'The files themselves stay where they are.';
  if (files === 1) return `Its receipt stays: see ${places}.`;
  if (receipts === files) return `Their receipts stay: see ${places}.`;
  return receipts === 1
    ? `The one receipt among them stays: see ${places}.`
    : `The ${formatCount(receipts)} receipts among them stay: see ${places}.`;
}

/** How many rows are back; and whether one more removal can be undone. */
export function undoneWords(files: number, isMore: boolean): string {
  if (files === 0 && !isMore) return 'There is nothing to undo.';
  const back = files === 1 ? '1 file is back in the list.' : `${formatCount(files)} files are back in the list.`;
  return isMore ? `${back} The removal before that can be undone, too.` : back;
}
