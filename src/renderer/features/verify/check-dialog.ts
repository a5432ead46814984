import { create } from 'zustand';
import type { RecordTarget } from '../../ui/record-target.ts';
import { showNotes } from '../../ui/show-notes.ts';
import { startOver, stop, takeFile, takeId } from './commands.ts';

type CheckState = {
  /** The submission that a file was let go on. It stays while the dialog fades out. */
  readonly record: RecordTarget | null;
  readonly open: boolean;
};

export const useCheck = create<CheckState>(() => ({ record: null, open: false }));

/** Checks a file that was let go on a submission. The answer comes up before the screen that it was let go on. */
export function checkAgainst({ submissionId, name }: RecordTarget, files: readonly File[]): void {
  const [file, ...others] = files;
  if (file === undefined) return;
  if (others.length > 0) showNotes(['One file at a time is checked: the first one was taken.'], 'info');
  startOver();
  takeId(submissionId);
  takeFile(file);
  useCheck.setState({ record: { submissionId, name }, open: true });
}

export function closeCheck(): void {
  stop();
  useCheck.setState({ open: false });
}
