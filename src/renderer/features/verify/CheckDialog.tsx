import { Modal } from '@mantine/core';
import { visibleName } from '../../../shared/text.ts';
import { recordTarget } from '../../ui/dragging.ts';
import { FileName } from '../../ui/FileName.tsx';
import classes from './CheckDialog.module.css';
import { closeCheck, useCheck } from './check-state.ts';
import { Outcome } from './Outcome.tsx';
import { sizeWords } from './Slots.tsx';
import { useVerify } from './verify-state.ts';

/** The result for a file that was dropped on a submission. The dialog accepts the next file. */
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
