import type { PastedAnswer } from '../../../../../shared/bridge/lookup.ts';
import { failureMessage } from '../../../../../shared/messages/failures/failure-message.ts';
import { visibleName } from '../../../../../shared/text.ts';
import { formatCount } from '../../../../ui/format.ts';
import { withoutDecoration } from '../../input/decoration.ts';
import type { PastedEntry } from '../../input/lookup-text.ts';
import { isFileName } from '../../input/pasted-table.ts';
import { isNoSuchDay } from '../../input/typed-dates.ts';
import { submissionWords, type Words } from '../../lookup-words.ts';

export function listOutcome(entries: readonly PastedEntry[]): string {
  return entries.length === 1 ? 'A list of 1 line' : `A list of ${formatCount(entries.length)} lines`;
}

/** What a list came to, most telling first: `9 confirmed, 31 not found`. Lines that repeat others count too. */
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

/** The mark of one entry of a list. `answer` undefined: not asked for yet. */
export function entryWords(
  entry: PastedEntry,
  answer: PastedAnswer | undefined,
  ended: boolean,
  firstLine: number | null,
): Words {
  const repeated = firstLine === null ? '' : `Repeats line ${firstLine}`;
  const cut = entry.holds.kind === 'cut' ? 'Cut off' : '';
  const text = [repeated, cut].filter((mark) => mark !== '').join(', ');
  if (answer === undefined) return { tone: 'quiet', title: ended ? 'Not looked up' : 'Waiting…', text };
  switch (answer.kind) {
    case 'found': {
      const title = {
        'in-block': 'Confirmed',
        pending: 'Submitted, not yet in a block',
        failed: 'Delayed',
      }[answer.record.phase];
      const tone = ({ 'in-block': 'good', pending: 'active', failed: 'warn' } as const)[answer.record.phase];
      const other = otherNameBeside(entry, answer);
      const kept =
        other === null ? '' : `Saved here as “${visibleName(other.kept)}”, not “${visibleName(other.pasted)}”`;
      return { tone, title, text: [text, kept].filter((mark) => mark !== '').join('. ') };
    }
    case 'unknown':
      return { tone: 'warn', title: 'The service does not know this id', text };
    case 'not-kept':
      if (entry.holds.kind === 'text' && isNoSuchDay(entry.holds.asked))
        return { tone: 'warn', title: 'There is no such day', text };
      return {
        tone: 'warn',
        title: cut === '' ? 'No match on this computer' : 'The id is not complete',
        text: [text, answer.nearest === undefined ? '' : `Did you mean ${visibleName(answer.nearest)}?`]
          .filter((part) => part !== '')
          .join('. '),
      };
    case 'no-receipt':
      return { tone: submissionWords(answer.submission).tone, title: submissionWords(answer.submission).title, text };
    case 'several': {
      const count = answer.more ? `more than ${answer.count}` : answer.count;
      return { tone: 'warn', title: `Matches ${count} submissions`, text };
    }
    case 'trouble':
      return { tone: 'bad', title: failureMessage(answer.reason), text };
  }
}

type OtherName = { readonly pasted: string; readonly kept: string };

/** The file's name in the row of an id, where the submission with this id is kept here under another one. Null where none is. */
export function otherNameBeside({ holds, beside }: PastedEntry, answer: PastedAnswer | undefined): OtherName | null {
  if (holds.kind === 'text' || answer?.kind !== 'found' || answer.name === null) return null;
  const kept = answer.name;
  const pasted = beside.map((cell) => withoutDecoration(cell) ?? cell).filter(isFileName);
  const [first] = pasted;
  return first === undefined || pasted.some((name) => plain(name) === plain(kept)) ? null : { pasted: first, kept };
}

const plain = (name: string): string => name.normalize('NFKC').toUpperCase().replace(/\s+/g, ' ').trim();

/** Of what the answer to a line speaks: the file, and the id where it was not pasted as it is. */
export function foundWords({ text }: PastedEntry, answer: PastedAnswer | undefined): readonly string[] {
  if (answer?.kind === 'no-receipt') return [answer.submission.name];
  if (answer?.kind !== 'found') return [];
  const { name, record } = answer;
  return [...(name === null ? [] : [name]), ...(text.includes(record.id) ? [] : [record.id])];
}
