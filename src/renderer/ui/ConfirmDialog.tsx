import { Button, Modal } from '@mantine/core';
import { useRef } from 'react';
import dialog from './Dialog.module.css';

/** A question before an action that cannot be undone. */
export type Question = {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
};

type Props = { readonly question: Question | null; readonly onClose: () => void };

export function ConfirmDialog({ question, onClose }: Props) {
  // Keeps the text while the dialog fades out.
  const shown = useRef(question);
  if (question !== null) shown.current = question;

  const accept = (): void => {
    question?.onYes();
    onClose();
  };
  return (
    <Modal opened={question !== null} onClose={onClose} title={shown.current?.title} classNames={dialog}>
      <div className={dialog.dialog}>
        <p>{shown.current?.text}</p>
        <div className={dialog.foot}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {shown.current?.no}
          </Button>
          <Button onClick={accept}>{shown.current?.yes}</Button>
        </div>
      </div>
    </Modal>
  );
}
