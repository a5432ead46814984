import { Modal } from '@mantine/core';
import { create } from 'zustand';
import { visibleName } from '../../../shared/text.ts';
import { showNotes } from '../../ui/feedback/notes.tsx';
import { FileName } from '../../ui/files/FileName.tsx';
import { type RecordTarget, type RecordUnder, recordTarget } from '../../ui/files/record-target.ts';
import classes from './CheckDialog.module.css';
import { startOver, stop, takeFile, takeId } from './commands.ts';
import { Outcome } from './Outcome.tsx';
import { sizeWords } from './Slots.tsx';
import { useVerify } from './verify-state.ts';

/** The answer to a file that was let go on a submission. The next one may be let go on the dialog. */
export function CheckDialog() {
  const { record, open } = useCheck();
  const { given, run } = useVerify();
  if (record === null) return null;
  return (
    <Modal
      opened={open}
      onClose={closeCheck}
      size="48rem"
      title={
        <>
          Checked against <bdi>{record.name === null ? 'this submission' : visibleName(record.name)}</bdi>
        </>
      }
      classNames={{ title: classes.title }}
      {...recordTarget(record)}
    >
      <div className={classes.check}>
        <dl className={classes.facts}>
          {given !== null && (
            <>
              <dt>{given.isFolder ? 'Your folder' : 'Your file'}</dt>
              <dd>
                <FileName name={given.name} /> {sizeWords(given, run)}
              </dd>
            </>
          )}
          <dt>Submission id</dt>
          <dd>{record.submissionId}</dd>
        </dl>
        <Outcome />
      </div>
    </Modal>
  );
}

type CheckState = {
  /** The submission that a file was let go on. It stays while the dialog fades out. */
  readonly record: RecordTarget | null;
  readonly open: boolean;
};

const useCheck = create<CheckState>(() => ({ record: null, open: false }));

/** Checks a file that was let go on a submission. The answer comes up before the screen that it was let go on. */
export function checkAgainst(
  { submissionId, name }: RecordTarget,
  files: readonly File[],
  folders: ReadonlySet<File>,
): void {
  const [file, ...others] = files;
  if (file === undefined) return;
  if (others.length > 0) showNotes(['One file at a time is checked: the first one was taken.'], 'info');
  startOver();
  takeId(submissionId);
  takeFile(file, folders.has(file));
  useCheck.setState({ record: { submissionId, name }, open: true });
}

function closeCheck(): void {
  stop();
  useCheck.setState({ open: false });
}

/** What is said while files hover over a submission. `count`: how many things; 0 when the system does not say. */
export function checkOverlay({ name, place }: RecordUnder, count: number) {
  return {
    title: `Check this file against ${name === null ? 'this submission' : `“${visibleName(name)}”`}`,
    note:
      count > 1
        ? 'One file at a time: the first one is checked. Nothing is submitted.'
        : 'By its bytes, on this computer. Nothing is submitted.',
    seeThrough: true,
    around: place,
  };
}
