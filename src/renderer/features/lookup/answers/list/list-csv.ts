import {
  BYTE_ORDER_MARK,
  type CsvCell,
  type CsvFormat,
  costCells,
  costHeads,
  csvRow,
  sizeCells,
  sizeHeads,
  TimeCells,
} from '../../../../../shared/csv.ts';
import { serviceSize } from '../../../../../shared/sizes.ts';
import type { ListView } from '../../lookup-state.ts';
import { entryWords } from './list-words.ts';

type Form = {
  readonly format: CsvFormat;
  readonly timeZone: string;
  /** The name of an account by its id; null where it is there no more. */
  readonly accountName: (accountId: string) => string | null;
};

/** A list as a table for a spreadsheet, in the pasted order. Nothing in it can be a formula. */
export function listAsCsv(list: ListView, { format, timeZone, accountName }: Form): string {
  const times = new TimeCells(timeZone);
  const head = [
    ...[
      'Line',
      'Pasted',
      'Answer',
      'Note',
      'File',
      'Account',
      ...times.heads,
      ...costHeads,
      ...sizeHeads,
      'Submission id',
    ],
    ...['Block hash', 'Transaction hash', 'Data hash', 'The service says'],
  ];
  const rows = list.entries.map((entry): CsvCell[] => {
    const answer = list.answers.get(entry.key);
    const first = entry.repeats === null ? null : (list.entries[entry.repeats]?.line ?? null);
    const words = entryWords(entry, answer, true, first);
    const found = answer?.kind === 'found' ? answer : null;
    const record = found?.record ?? null;
    const submission = answer?.kind === 'no-receipt' ? answer.submission : null;
    const accountId = found?.accountId ?? submission?.accountId ?? null;
    const amountData = record?.amountData ?? null;
    return [
      String(entry.line),
      entry.text,
      words.title,
      words.text,
      found?.name ?? submission?.name ?? null,
      accountId === null ? null : accountName(accountId),
      ...times.of(record?.createdAt ?? null),
      // What is listed twice is there once: it must not be added up twice.
      ...(first === null
        ? costCells(record?.fees ?? null, found?.cost?.token ?? null, found?.cost?.decimals ?? null)
        : costHeads.map(() => null)),
      ...(first === null ? sizeCells(serviceSize(amountData), amountData) : sizeHeads.map(() => null)),
      record?.id ?? (entry.holds.kind === 'id' ? entry.holds.id : null),
      record?.blockHash ?? null,
      record?.txHash ?? null,
      record?.dataHash ?? null,
      record?.error ?? null,
    ];
  });
  // With the mark of its encoding: spreadsheets take the file for something older otherwise.
  return `${BYTE_ORDER_MARK}${[head, ...rows].map((cells) => csvRow(cells, format)).join('')}`;
}
