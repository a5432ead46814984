import { Modal } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { create } from 'zustand';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { rowText } from '../../../shared/text.ts';
import { windowApi } from '../../data/calls.ts';
import { useWindowStore } from '../../data/window-state.ts';
import dialog from '../../ui/Dialog.module.css';
import { FormFoot } from '../../ui/FormFoot.tsx';
import { PassphraseFields, useTypedPassphrase } from '../encryption/index.ts';
import { act } from './commands.ts';
import classes from './DropDialog.module.css';

/** The row that needs a passphrase. */
const usePassphraseQuestion = create<{ readonly id: number | null }>(() => ({ id: null }));

export function askForPassphrase(id: number): void {
  usePassphraseQuestion.setState({ id });
}

const close = (): void => usePassphraseQuestion.setState({ id: null });

export function PassphraseDialog() {
  const { id } = usePassphraseQuestion();
  return (
    <Modal
      opened={id !== null}
      onClose={close}
      closeOnClickOutside={false}
      size="lg"
      title="Type the passphrase again"
      classNames={dialog}
    >
      {id !== null && <Question key={id} id={id} />}
    </Modal>
  );
}

function Question({ id }: { readonly id: number }) {
  const passphrase = useTypedPassphrase();
  const [failed, setFailed] = useState<string | null>(null);
  const name = useWindowStore((state) => state.submissions.get(id)?.name ?? '');
  const form = useRef<HTMLFormElement>(null);

  const give = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const typed = passphrase.read(form.current);
    if (typed === null) return;
    const answer = await windowApi().call('drops.givePassphrase', { ids: [id], passphrase: typed });
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
      <FormFoot failure={failed} onCancel={close} submit="Encrypt and submit" />
    </form>
  );
}
