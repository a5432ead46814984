import { Button, Modal } from '@mantine/core';
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
  const accept = (): void => {
    question?.onYes();
    onClose();
  };
  return (
    <Modal opened={question !== null} onClose={onClose} title={question?.title} classNames={dialog}>
      <div className={dialog.dialog}>
        <p>{question?.text}</p>
        <div className={dialog.foot}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {question?.no}
          </Button>
          <Button onClick={accept}>{question?.yes}</Button>
        </div>
      </div>
    </Modal>
  );
}
