import { Button, Checkbox, Modal } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { create } from 'zustand';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { rowText } from '../../../shared/text.ts';
import { windowApi } from '../../data/calls.ts';
import { useWindowStore, windowStore } from '../../data/window-state.ts';
import dialog from '../../ui/Dialog.module.css';
import { formatCount } from '../../ui/format.ts';
import { PassphraseFields, useTypedPassphrase } from '../encryption/index.ts';
import { act } from './commands.ts';
import classes from './DropDialog.module.css';

/** The row that it is asked for. It stays while the dialog fades out. */
const usePassphraseQuestion = create<{ readonly id: number; readonly isOpen: boolean }>(() => ({
  id: 0,
  isOpen: false,
}));

export function askForPassphrase(id: number): void {
  usePassphraseQuestion.setState({ id, isOpen: true });
}

const close = (): void => usePassphraseQuestion.setState({ isOpen: false });

export function PassphraseDialog() {
  const { id, isOpen } = usePassphraseQuestion();
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      closeOnClickOutside={false}
      size="lg"
      title="Type the passphrase again"
      classNames={dialog}
    >
      <Question key={id} id={id} />
    </Modal>
  );
}

function Question({ id }: { readonly id: number }) {
  const passphrase = useTypedPassphrase();
  const [failed, setFailed] = useState<string | null>(null);
  const [forOthers, setForOthers] = useState(false);
  const name = useWindowStore((state) => state.submissions.get(id)?.name ?? '');
  const others = useWindowStore((state) => othersWaiting(state.submissions, id).length);
  const form = useRef<HTMLFormElement>(null);

  const give = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const typed = passphrase.read(form.current);
    if (typed === null) return;
    const ids = [id, ...(forOthers ? othersWaiting(windowStore.getState().submissions, id) : [])];
    const answer = await windowApi().call('drops.givePassphrase', { ids, passphrase: typed });
    if (!answer.ok) return setFailed(failureMessage(answer.error));
    close();
    await act('retry', answer.value.ids);
  };

  return (
    <form ref={form} className={classes.question} onSubmit={(event) => void give(event)} noValidate>
      <p className={classes.notes}>
        <bdi>{rowText(name)}</bdi> was not encrypted yet, and its passphrase is no longer saved. Nothing of it has left
        this computer. It is encrypted with the passphrase you type now.
      </p>
      <PassphraseFields {...passphrase.fields} />
      {others > 0 && (
        <Checkbox
          label={
            others === 1
              ? 'Use it for the other file that waits for a passphrase too'
              : `Use it for the ${formatCount(others)} other files that wait for a passphrase too`
          }
          checked={forOthers}
          onChange={(event) => setForOthers(event.currentTarget.checked)}
        />
      )}
      {failed !== null && (
        <p className={classes.problem} role="alert">
          {failed}
        </p>
      )}
      <div className={dialog.foot}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit">Encrypt and submit</Button>
      </div>
    </form>
  );
}

function othersWaiting(submissions: ReadonlyMap<number, Pick<Submission, 'id' | 'state'>>, own: number): number[] {
  return [...submissions.values()].flatMap(({ id, state }) =>
    id !== own && state.kind === 'rejected' && state.reason.code === 'passphrase-lost' ? [id] : [],
  );
}
