import { Button, Group, Modal } from '@mantine/core';
import classes from './ConfirmDialog.module.css';

/** A question asked before something that cannot be taken back. */
export type Question = {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
};

type Props = { readonly question: Question | null; readonly onClose: () => void };

export function ConfirmDialog({ question, onClose }: Props) {
  return (
    <Modal
      opened={question !== null}
      onClose={onClose}
      title={question?.title}
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>{question?.text}</p>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          {question?.no}
        </Button>
        <Button
          onClick={() => {
            question?.onYes();
            onClose();
          }}
        >
          {question?.yes}
        </Button>
      </Group>
    </Modal>
  );
}
