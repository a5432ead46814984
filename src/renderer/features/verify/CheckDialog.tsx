import { Modal } from '@mantine/core';
import { FileName } from '../../ui/FileName.tsx';
import { visibleName } from '../../ui/file-name.ts';
import { recordTarget } from '../../ui/record-target.ts';
import { formatSize } from '../../ui/sizes.ts';
import classes from './CheckDialog.module.css';
import { closeCheck, useCheck } from './check-dialog.ts';
import { Outcome } from './Outcome.tsx';
import { useVerify } from './verify-state.ts';

/** The answer to a file that was let go on a submission. The next one may be let go on the dialog. */
export function CheckDialog() {
  const { record, open } = useCheck();
  const file = useVerify((state) => state.file);
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
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...recordTarget(record)}
    >
      <div className={classes.check}>
        <dl className={classes.facts}>
          {file !== null && (
            <>
              <dt>Your file</dt>
              <dd>
                <FileName name={file.name} /> {formatSize(file.size)}
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
