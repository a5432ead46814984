import Papa from 'papaparse';
import { formatCost } from '../../ui/cost.ts';
import { keyOf } from './commands.ts';
import type { ListView } from './lookup-state.ts';
import { entryWords } from './lookup-words.ts';

/** What a spreadsheet may take for a formula or a command: also behind blanks, and in full-width letters. */
const formula = /^[\s\p{Cc}]*[=+\-@|\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** A list as a table for a spreadsheet, in the pasted order. Nothing in it can be a formula. */
export function listAsCsv(list: ListView): string {
  const rows = list.entries.map((entry) => {
    const key = keyOf(entry);
    const answer = key === null ? undefined : list.answers.get(key);
    const first = entry.repeats === null ? null : (list.entries[entry.repeats]?.line ?? null);
    const words = entryWords(entry, answer, true, first);
    const found = answer?.kind === 'found' ? answer : null;
    const record = found?.record ?? null;
    return {
      line: entry.line,
      pasted: entry.text,
      submission_id: record?.id ?? (entry.holds.kind === 'id' ? entry.holds.id : ''),
      answer: words.title,
      mark: words.text,
      file: found?.name ?? '',
      created_at_utc: record?.createdAt ?? '',
      amount_data: record?.amountData ?? '',
      cost: found?.cost == null ? '' : formatCost(found.cost),
      fees: record?.fees ?? '',
      block_hash: record?.blockHash ?? '',
      tx_hash: record?.txHash ?? '',
      data_hash: record?.dataHash ?? '',
      error: record?.error ?? '',
    };
  });
  // With the mark of its encoding: spreadsheets take the file for something older otherwise.
  return `\ufeff${Papa.unparse(rows, { escapeFormulae: formula, newline: '\r\n' })}\r\n`;
}
