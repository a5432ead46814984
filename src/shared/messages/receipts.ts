import type { ImportedReceipts } from '../bridge/receipts.ts';
import { visibleName } from '../text.ts';
import { failureMessage } from './failures/failure-message.ts';

/** The result of an import: `Imported 12 submissions. 3 were known already.` */
export function importedWords({ added, known }: ImportedReceipts, count: (number: number) => string = String): string {
  const submissions = (number: number): string => (number === 1 ? '1 submission' : `${count(number)} submissions`);
  if (added + known === 0) return 'Nothing was imported.';
  if (known === 0) return `Imported ${submissions(added)}.`;
  const were = `${known === 1 ? 'was' : 'were'} known already.`;
  return added === 0 ? `${submissions(known)} ${were}` : `Imported ${submissions(added)}. ${count(known)} ${were}`;
}

/** A sentence for each file that was not imported, or not all of it. */
export function importProblems({ problems }: ImportedReceipts): readonly string[] {
  return problems.map(({ name, reason }) => `${visibleName(name)}: ${failureMessage(reason)}`);
}

/** Names the desk that made a submission. An imported receipt does not name one. */
export function deskWords(desk: string): string {
  return desk === '' ? 'From an imported receipt or export' : `Submitted at the desk “${visibleName(desk)}”`;
}
