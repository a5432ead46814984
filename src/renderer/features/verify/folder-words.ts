import type { FolderVerification } from '../../../shared/bridge/receipts.ts';
import type { VerdictWords } from '../../../shared/messages/verdicts.ts';
import type { SomePaths } from '../../../shared/submissions/verification.ts';
import { visibleName } from '../../../shared/text.ts';
import { formatCount } from '../../ui/format.ts';

/** The most paths that a sentence names. A list below it has the others. */
const MOST_NAMED = 3;

export type PathList = { readonly label: string; readonly paths: readonly string[]; readonly more: number };

export function folderWords({ verdict, folder, receipts }: FolderVerification): VerdictWords {
  if (verdict.kind === 'same') {
    return {
      tone: 'good',
      title: 'This is the folder that was submitted',
      text: `${sameFiles(folder.files)} Hidden files are ignored.`,
    };
  }
  // Only the hash of the file list was compared, so no single file can be named.
  if (verdict.by === 'list') {
    return {
      tone: 'bad',
      title: 'This is not the folder as it was submitted',
      text:
        receipts > 1
          ? `None of the ${formatCount(receipts)} receipts in this file matches these files.`
          : 'Something in it was changed, renamed, removed or added. This receipt does not list the files.',
    };
  }
  const { changed, missing, added } = verdict;
  const sentences = [
    sentenceOf(changed, ['has', 'have'], 'different contents'),
    sentenceOf(missing, ['is', 'are'], 'missing'),
    sentenceOf(added, ['was', 'were'], 'not submitted'),
  ];
  if (verdict.kind === 'more') {
    return {
      tone: 'good',
      title: 'All that was submitted is in this folder, and more',
      text: `Every file of the receipt is there, unchanged. ${sentences.join('').trim()}`,
    };
  }
  return {
    tone: 'bad',
    title: 'This is not the folder as it was submitted',
    text: `${sentences.join('')}Everything else is unchanged.`,
  };
}

export function pathLists({ verdict }: FolderVerification): readonly PathList[] {
  if (verdict.by === 'list') return [];
  const lists = [
    ['Changed', verdict.changed],
    ['Missing', verdict.missing],
    ['Not submitted', verdict.added],
  ] as const;
  return lists.flatMap(([label, { count, first }]) =>
    count === 0 ? [] : [{ label: `${label}: ${formatCount(count)}`, paths: first, more: count - first.length }],
  );
}

function sentenceOf({ count, first }: SomePaths, [isOne, areMany]: readonly [string, string], what: string): string {
  if (count === 0) return '';
  const named = first.slice(0, MOST_NAMED).map((path) => `“${visibleName(path)}”`);
  const others = count - named.length;
  const all = others > 0 ? [...named, `${formatCount(others)} more`] : named;
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(all);
  return `${list} ${count === 1 ? isOne : areMany} ${what}. `;
}

function sameFiles(count: number): string {
  if (count === 0) return 'It has only folders, all as they were, by name.';
  const all = count === 1 ? 'Its one file is as it was' : `All ${formatCount(count)} files are as they were`;
  return `${all}, by name and by BLAKE2b-256 and SHA-256.`;
}
