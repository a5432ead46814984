import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { visibleName } from '../../ui/files/file-name.ts';
import { settleWentThrough } from './commands.ts';
import classes from './SettleDialog.module.css';
import { readTypedId } from './submission-id.ts';

/** The unsettled submission that a person has found with the service. */
export type Settling = { readonly id: number; readonly name: string };

type Props = { readonly settling: Settling | null; readonly onClose: () => void };

/** Asks for the id under which the service has an unsettled file. Main looks it up before it counts. */
export function SettleDialog({ settling, onClose }: Props) {
  return (
    <Modal
      opened={settling !== null}
      onClose={onClose}
      title="It went through"
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {settling !== null && <IdForm key={settling.id} settling={settling} onClose={onClose} />}
    </Modal>
  );
}

function IdForm({ settling, onClose }: { readonly settling: Settling; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const read = readTypedId(typed);
    if (!read.ok) {
      setProblem(read.problem);
      return;
    }
    setBusy(true);
    const failure = await settleWentThrough(settling.id, read.id);
    setBusy(false);
    if (failure === null) onClose();
    else setProblem(failure.message);
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <p>
        Dropslip reads the record of this id from the service. When it fits <bdi>{visibleName(settling.name)}</bdi>, it
        becomes the file’s receipt, and nothing is sent again.
      </p>
      <TextInput
        mt="md"
        label="Submission id"
        placeholder="8c1f09d2-7b3e-4c5a-9f00-1d2e3f405162"
        value={typed}
        error={problem}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button type="submit" loading={busy}>
          Use this id
        </Button>
      </Group>
    </form>
  );
}
