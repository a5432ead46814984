import { Button, Modal, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { readSubmissionId, wholeIds, withoutPasteMarks } from '../../../shared/submissions/submission-id.ts';
import { useActiveAccountId } from '../../data/window-state.ts';
import dialog from '../../ui/Dialog.module.css';
import { getBack } from './retrieval-state.ts';

/** A button with a dialog, for ids that are unknown on this computer. */
export function GetBackById() {
  const accountId = useActiveAccountId();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The dialog is a React child of a form to which it does not belong.
    event.stopPropagation();
    // The id may be among other words, or have an unusual format.
    const submissionId = wholeIds(withoutPasteMarks(text))[0] ?? readSubmissionId(withoutPasteMarks(text));
    if (submissionId === null) {
      setProblem('Type or paste a submission id.');
      return;
    }
    if (!(await getBack({ kind: 'id', accountId, submissionId }))) return;
    setOpen(false);
    setText('');
  };

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Download by id
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Download by id" classNames={dialog}>
        <form className={dialog.dialog} onSubmit={(event) => void submit(event)}>
          <p>
            Anybody who knows a submission id can download it. Dropslip uses the current account and saves to your
            Downloads folder.
          </p>
          <TextInput
            label="Submission id"
            data-autofocus
            spellCheck={false}
            autoComplete="off"
            value={text}
            error={problem}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <div className={dialog.foot}>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit">Download</Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
