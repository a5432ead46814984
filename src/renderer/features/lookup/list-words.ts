import type { PastedAnswer } from '../../../shared/bridge/lookup.ts';
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
} from '../../../shared/csv.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import type { RecordPhase } from '../../../shared/records.ts';
import { serviceSize } from '../../../shared/sizes.ts';
import { formatCount } from '../../ui/format.ts';
import type { ListView } from './lookup-state.ts';
import type { PastedEntry } from './lookup-text.ts';
import { submissionWords, type Words } from './lookup-words.ts';

type Form = {
  readonly format: CsvFormat;
  readonly timeZone: string;
  /** The name of an account by its id; null if the account was removed. */
  readonly accountName: (accountId: string) => string | null;
};

/** A list as a table for a spreadsheet, in the pasted order. No cell is read as a formula. */
export function listAsCsv(list: ListView, { format, timeZone, accountName }: Form): string {
  const times = new TimeCells(timeZone);
  const head = [
    ...['Line', 'Pasted', 'Answer', 'File', 'Account', ...times.heads, ...costHeads, ...sizeHeads, 'Submission id'],
    ...['Block hash', 'Transaction hash', 'Data hash', 'The service says'],
  ];
  const counted = new Set<string>();
  const rows = list.entries.map((entry): CsvCell[] => {
    const answer = list.answers.get(entry.key);
    const found = answer?.kind === 'found' ? answer : null;
    const record = found?.record ?? null;
    const submission = answer?.kind === 'no-receipt' ? answer.submission : null;
    const accountId = found?.accountId ?? submission?.accountId ?? null;
    const amountData = record?.amountData ?? null;
    // The costs of a submission that is listed twice must be added once.
    const isFirst = record === null || !counted.has(record.id);
    if (record !== null) counted.add(record.id);
    return [
      String(entry.line),
      entry.text,
      entryWords(answer, true).title,
      found?.name ?? submission?.name ?? null,
      accountId === null ? null : accountName(accountId),
      ...times.of(record?.createdAt ?? null),
      ...(isFirst
        ? costCells(record?.fees ?? null, found?.cost?.token ?? null, found?.cost?.decimals ?? null)
        : costHeads.map(() => null)),
      ...(isFirst ? sizeCells(serviceSize(amountData), amountData) : sizeHeads.map(() => null)),
      record?.id ?? (entry.content.kind === 'id' ? entry.content.id : null),
      record?.blockHash ?? null,
      record?.txHash ?? null,
      record?.dataHash ?? null,
      record?.error ?? null,
    ];
  });
  // Without a byte order mark, spreadsheets assume an older encoding.
  return `${BYTE_ORDER_MARK}${[head, ...rows].map((cells) => csvRow(cells, format)).join('')}`;
}

const entryKinds = [
  'confirmed',
  'not yet in a block',
  'delayed',
  'not found',
  'not submitted',
  'with several matches',
  'could not be looked up',
  'not looked up',
] as const;

type EntryWords = Pick<Words, 'tone' | 'title'> & { readonly kind: (typeof entryKinds)[number] };

/** The result of a list: `9 confirmed, 31 not found`. Lines that repeat others count too. */
export function listCounts(
  entries: readonly PastedEntry[],
  answerTo: (entry: PastedEntry) => PastedAnswer | undefined,
): string {
  const byKind = Object.groupBy(entries, (entry) => entryWords(answerTo(entry), true).kind);
  return entryKinds
    .flatMap((kind) => (byKind[kind] === undefined ? [] : [`${formatCount(byKind[kind].length)} ${kind}`]))
    .join(', ');
}

const foundAs: { readonly [Phase in RecordPhase]: EntryWords } = {
  'in-block': { tone: 'good', title: 'Confirmed', kind: 'confirmed' },
  pending: { tone: 'active', title: 'Submitted, not yet in a block', kind: 'not yet in a block' },
  failed: { tone: 'warn', title: 'Delayed', kind: 'delayed' },
};

/** The status of one entry of a list. `answer` is undefined if it has not been requested yet. */
export function entryWords(answer: PastedAnswer | undefined, ended: boolean): EntryWords {
  switch (answer?.kind) {
    case undefined:
      return { tone: 'quiet', title: ended ? 'Not looked up' : 'Waiting…', kind: 'not looked up' };
    case 'found':
      return foundAs[answer.record.phase];
    case 'unknown':
      return { tone: 'warn', title: 'The service does not know this id', kind: 'not found' };
    case 'not-kept':
      return { tone: 'warn', title: 'No match on this computer', kind: 'not found' };
    case 'no-receipt':
      return { ...submissionWords(answer.submission), kind: 'not submitted' };
    case 'several': {
      const count = answer.more ? `more than ${answer.count}` : answer.count;
      return { tone: 'warn', title: `Matches ${count} submissions`, kind: 'with several matches' };
    }
    case 'trouble':
      return { tone: 'bad', title: failureMessage(answer.reason), kind: 'could not be looked up' };
  }
}

/** The file of the answer to a line, and its id if the line does not contain it. */
export function foundWords({ text }: PastedEntry, answer: PastedAnswer | undefined): readonly string[] {
  if (answer?.kind === 'no-receipt') return [answer.submission.name];
  if (answer?.kind !== 'found') return [];
  const { name, record } = answer;
  return [...(name === null ? [] : [name]), ...(text.includes(record.id) ? [] : [record.id])];
}
