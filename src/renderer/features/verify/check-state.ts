import { create } from 'zustand';
import { visibleName } from '../../../shared/text.ts';
import type { RecordTarget, RecordUnder } from '../../ui/dragging.ts';
import { showNotes } from '../../ui/notes.tsx';
import { startOver, stop, takeFile, takeId } from './commands.ts';

type CheckState = {
  /** The submission on which a file was dropped. It stays while the dialog fades out. */
  readonly record: RecordTarget | null;
  readonly open: boolean;
};

export const useCheck = create<CheckState>(() => ({ record: null, open: false }));

/** Compares a file that was dropped on a submission. The result opens above the current screen. */
export function checkAgainst(
  { submissionId, name }: RecordTarget,
  files: readonly File[],
  folders: ReadonlySet<File>,
): void {
  const [file, ...others] = files;
  if (file === undefined) return;
  if (others.length > 0) showNotes(['Only the first file was compared.'], 'info');
  startOver();
  takeId(submissionId);
  takeFile(file, folders.has(file));
  useCheck.setState({ record: { submissionId, name }, open: true });
}

export function closeCheck(): void {
  stop();
  useCheck.setState({ open: false });
}

/** The text while files are dragged over a submission. `count` is 0 if the system does not report it. */
export function checkOverlay({ name, place }: RecordUnder, count: number) {
  return {
    title: `Check this file against ${name === null ? 'this submission' : `“${visibleName(name)}”`}`,
    note:
      count > 1
        ? 'Only the first file is compared. Nothing is submitted.'
        : 'Compares the contents on this computer. Nothing is submitted.',
    seeThrough: true,
    around: place,
  };
}
