import { create } from 'zustand';
import type { Account } from '../../../shared/bridge/accounts.ts';
import type { OpenedFiles } from '../../../shared/bridge/app.ts';
import type { WayLoad, WeighedDrop } from '../../../shared/bridge/drops.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { addNoteWords } from '../../../shared/messages/submissions.ts';
import { CREDITS } from '../../../shared/submissions/cost.ts';
import type { FolderWay } from '../../../shared/submissions/queue-settings.ts';
import { rowText, visibleName } from '../../../shared/text.ts';
import { ask, change } from '../../data/calls.ts';
import { goTo } from '../../data/navigation.ts';
import { windowEvents } from '../../data/window-events.ts';
import { formatCount, formatDuration, formatEstimate, formatSize } from '../../ui/format.ts';
import { showNotes } from '../../ui/notes.tsx';
import { filesWords } from './bulk.ts';

type Counted = { readonly files: number; readonly bytes: number };

type AskedDrops = { readonly dropIds: readonly number[]; readonly counted: ReadonlyMap<number, Counted> };

const useAskedDrops = create<AskedDrops>(() => ({ dropIds: [], counted: new Map() }));

windowEvents.on('drops.counted', ({ dropId, files, bytes }) =>
  useAskedDrops.setState(({ counted }) => ({ counted: new Map(counted).set(dropId, { files, bytes }) })),
);

export function takeOpened(opened: OpenedFiles): void {
  goTo('submit');
  if (opened.kind === 'asks') askAbout(opened.dropId);
  else showNotes([failureMessage(opened.reason)], 'warning');
}

export function askAbout(...dropIds: readonly number[]): void {
  useAskedDrops.setState(({ dropIds: before }) => ({ dropIds: [...new Set([...before, ...dropIds])] }));
}

/** Restores the open questions of main after the window was reloaded. */
export async function askAgain(): Promise<void> {
  const { dropIds } = await ask('drops.asked', {});
  askAbout(...dropIds);
}

export function useAskedDrop(): { readonly dropId: number; readonly counted: Counted } | null {
  const dropId = useAskedDrops((state) => state.dropIds[0]);
  const counted = useAskedDrops((state) => state.counted.get(dropId ?? 0));
  return dropId === undefined ? null : { dropId, counted: counted ?? { files: 0, bytes: 0 } };
}

export function endQuestion(dropId: number): void {
  useAskedDrops.setState(({ dropIds, counted }) => {
    const rest = new Map(counted);
    rest.delete(dropId);
    return { dropIds: dropIds.filter((id) => id !== dropId), counted: rest };
  });
}

export async function forgetDrop(dropId: number): Promise<void> {
  endQuestion(dropId);
  await change('drops.forget', { dropId });
}

export async function closeQuestion(dropId: number): Promise<void> {
  await forgetDrop(dropId);
  showNotes(['Nothing was added.'], 'info');
}

export type WayWords = {
  readonly way: FolderWay;
  readonly title: string;
  readonly text: string;
  readonly price: string;
  /** The number of submissions, and the time that they take under the service's rate limit. */
  readonly takes: string;
};

type DropWords = {
  readonly what: string;
  /** The cost if there is only one way; null if each way states its own. */
  readonly cost: string | null;
  readonly notes: readonly string[];
  readonly ways: readonly WayWords[];
};

const LEAST_SECONDS = 10;

/** The texts for a drop. `payer` is the account’s name. */
export function dropWords(drop: WeighedDrop, payer: string): DropWords {
  const ways = waysOf(drop);
  const cost = ways.length > 0 ? null : costWords(drop.ways.separate, payer);
  return { what: whatWords(drop), cost, notes: notesOf(drop), ways };
}

export function nothingWords({ files, leftOut, looseName, notes }: WeighedDrop): string | null {
  if (files + leftOut.files + leftOut.folders > 0) return null;
  const gone =
    looseName === null ? [] : [`“${visibleName(looseName)}” was moved or cannot be read. Open or drop it again.`];
  return [...gone, ...notes.map(addNoteWords)].join(' ');
}

export function countedWords({ files, bytes }: { readonly files: number; readonly bytes: number }): string {
  return files === 0 ? 'Looking at what you dropped…' : `Counting… ${filesWords(files)} so far, ${formatSize(bytes)}.`;
}

function whatWords({ files, bytes, folders, looseFiles, looseName }: WeighedDrop): string {
  const [first] = folders;
  const amount = `${filesWords(files)}, ${formatSize(bytes)}`;
  if (first === undefined && looseName !== null) {
    const others = looseFiles > 1 ? ' and others' : '';
    return `“${visibleName(looseName)}”${others}: ${amount}.`;
  }
  if (first === undefined) return `${amount}.`;
  const name = folders.length === 1 ? `“${visibleName(first.name)}”` : `${formatCount(folders.length)} folders`;
  return looseFiles === 0 ? `${name}: ${amount}.` : `${name} and ${filesWords(looseFiles)}: ${amount} in all.`;
}

function notesOf({ files, folders, leftOut, looseFiles, notes, ways }: WeighedDrop): string[] {
  const hidden = leftOut.files + leftOut.folders;
  return [
    ...notes.map(addNoteWords),
    ...folders.flatMap(({ problems }) =>
      problems === null
        ? []
        : [
            `“${visibleName(problems.path)}”${problems.count === 1 ? '' : ` and ${formatCount(problems.count - 1)} more`} can’t be submitted as ${problems.count === 1 ? 'it is' : 'they are'}. You decide about ${problems.count === 1 ? 'it' : 'them'} before the folder is sent.`,
          ],
    ),
    ...(folders.length > 0 && ways.together === null && files > 0
      ? ['It has too many files and folders to keep together.']
      : []),
    ...cheaperWords(files, ways),
    ...(looseFiles > 0 && folders.length > 0 ? ['Single files are submitted separately.'] : []),
    ...(hidden === 0
      ? []
      : [`${formatCount(hidden)} hidden ${hidden === 1 ? 'file or folder is' : 'files and folders are'} left out.`]),
  ];
}

/** The difference in figures if small files are much cheaper together, because each submission costs at least 1 KiB. */
function cheaperWords(files: number, { separate, together }: WeighedDrop['ways']): string[] {
  if (separate.estimate?.cost.token !== CREDITS || together?.estimate == null) return [];
  const [apart, kept] = [Number(separate.estimate.cost.amount), Number(together.estimate.cost.amount)];
  if (kept * 2 > apart) return [];
  return [`${filesWords(files)}: ${formatSize(apart)} of credits one by one, at most ${formatSize(kept)} together.`];
}

function waysOf({ ways, folders }: WeighedDrop): WayWords[] {
  if (folders.length === 0) return [];
  const many = folders.length > 1;
  const alone = wayWords(
    'separate',
    ways.separate,
    'Each file separately',
    'A row and a receipt for each file. The folder structure is not kept.',
  );
  if (ways.together === null) return [alone];
  const title = `Keep ${many ? 'each folder' : 'the folder'} together`;
  return [wayWords('together', ways.together, title, keptText(many)), alone];
}

function keptText(many: boolean): string {
  return many
    ? 'One row and one receipt for each. Small files share submissions. Downloads restore them as they were.'
    : 'One row and one receipt. Small files share submissions. A download restores it as it was.';
}

function wayWords(way: FolderWay, { submissions, estimate, seconds }: WayLoad, title: string, text: string): WayWords {
  const wait = seconds < LEAST_SECONDS ? '' : `, ${formatDuration(seconds)} at least, because of the service’s limit`;
  return {
    way,
    title,
    text,
    price: estimate === null ? 'cost unknown' : formatEstimate(estimate),
    takes: `${submissions === 1 ? '1 submission' : `${formatCount(submissions)} submissions`}${wait}`,
  };
}

/** With several accounts, the text names the one that pays. */
function costWords({ estimate }: WayLoad, payer: string): string {
  const paidBy = `paid by ${rowText(payer)}.`;
  return estimate === null ? `Cost unknown, ${paidBy}` : `Costs ${formatEstimate(estimate)}, ${paidBy}`;
}

/** The warning for a user who encrypts with an account that has no network node; null if not needed. */
export function withoutNodeWords({ kind, nodeAddress }: Pick<Account, 'kind' | 'nodeAddress'>): string | null {
  if (kind === 'practice' || nodeAddress !== null) return null;
  return 'This account has no network node, so you can download your files only if the service offers downloads. To download from the network too, set a node under Accounts.';
}

export function rememberWords(accountName: string): string {
  return `Folders for ${rowText(accountName)} are then always submitted this way. You can change this under Preferences.`;
}
