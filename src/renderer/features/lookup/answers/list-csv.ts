import { BYTE_ORDER_MARK, csvRow } from '../../../../shared/csv.ts';
import { formatCost } from '../../../ui/format.ts';
import { keyOf, type ListView } from '../lookup-state.ts';
import { entryWords } from '../lookup-words.ts';

const head = [
  ...['line', 'pasted', 'submission_id', 'answer', 'mark', 'file', 'created_at_utc', 'amount_data', 'cost', 'fees'],
  ...['block_hash', 'tx_hash', 'data_hash', 'error'],
];

/** A list as a table for a spreadsheet, in the pasted order. Nothing in it can be a formula. */
export function listAsCsv(list: ListView): string {
  const rows = list.entries.map((entry) => {
    const key = keyOf(entry);
    const answer = key === null ? undefined : list.answers.get(key);
    const first = entry.repeats === null ? null : (list.entries[entry.repeats]?.line ?? null);
    const words = entryWords(entry, answer, true, first);
    const found = answer?.kind === 'found' ? answer : null;
    const record = found?.record ?? null;
    return csvRow([
      String(entry.line),
      entry.text,
      record?.id ?? (entry.holds.kind === 'id' ? entry.holds.id : ''),
      words.title,
      words.text,
      found?.name ?? '',
      record?.createdAt ?? '',
      record?.amountData ?? '',
      found?.cost == null ? '' : formatCost(found.cost),
      record?.fees ?? '',
      record?.blockHash ?? '',
      record?.txHash ?? '',
      record?.dataHash ?? '',
      record?.error ?? '',
    ]);
  });
  // With the mark of its encoding: spreadsheets take the file for something older otherwise.
  return `${BYTE_ORDER_MARK}${csvRow(head)}${rows.join('')}`;
}
