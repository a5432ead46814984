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

/** The result of a list: `9 confirmed, 31 not found`. Lines that repeat others count too. */
export function listCounts(
  entries: readonly PastedEntry[],
  answerTo: (entry: PastedEntry) => PastedAnswer | undefined,
): string {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const what = entryKind(answerTo(entry));
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return entryKinds
    .flatMap((what) => (counts.has(what) ? [`${formatCount(counts.get(what) ?? 0)} ${what}`] : []))
    .join(', ');
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

function entryKind(answer: PastedAnswer | undefined): (typeof entryKinds)[number] {
  switch (answer?.kind) {
    case 'found':
      return ({ 'in-block': 'confirmed', pending: 'not yet in a block', failed: 'delayed' } as const)[
        answer.record.phase
      ];
    case 'no-receipt':
      return 'not submitted';
    case 'unknown':
    case 'not-kept':
      return 'not found';
    case 'several':
      return 'with several matches';
    case 'trouble':
      return 'could not be looked up';
    case undefined:
      return 'not looked up';
  }
}

/** The status of one entry of a list. `answer` is undefined if it has not been requested yet. */
export function entryWords(answer: PastedAnswer | undefined, ended: boolean): Pick<Words, 'tone' | 'title'> {
  if (answer === undefined) return { tone: 'quiet', title: ended ? 'Not looked up' : 'Waiting…' };
  switch (answer.kind) {
    case 'found': {
      const title = {
        'in-block': 'Confirmed',
        pending: 'Submitted, not yet in a block',
        failed: 'Delayed',
      }[answer.record.phase];
      const tone = ({ 'in-block': 'good', pending: 'active', failed: 'warn' } as const)[answer.record.phase];
      return { tone, title };
    }
    case 'unknown':
      return { tone: 'warn', title: 'The service does not know this id' };
    case 'not-kept':
      return { tone: 'warn', title: 'No match on this computer' };
    case 'no-receipt':
      return submissionWords(answer.submission);
    case 'several': {
      const count = answer.more ? `more than ${answer.count}` : answer.count;
      return { tone: 'warn', title: `Matches ${count} submissions` };
    }
    case 'trouble':
      return { tone: 'bad', title: failureMessage(answer.reason) };
  }
}

/** The file of the answer to a line, and its id if the line does not contain it. */
export function foundWords({ text }: PastedEntry, answer: PastedAnswer | undefined): readonly string[] {
  if (answer?.kind === 'no-receipt') return [answer.submission.name];
  if (answer?.kind !== 'found') return [];
  const { name, record } = answer;
  return [...(name === null ? [] : [name]), ...(text.includes(record.id) ? [] : [record.id])];
}
