import { Button, Modal } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { create } from 'zustand';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../../data/window-api.ts';
import { PassphraseFields, useTypedPassphrase } from '../../encryption/index.ts';
import { act } from '../commands.ts';
import classes from './DropDialog.module.css';

const usePassphraseQuestion = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export function askForPassphrase(): void {
  usePassphraseQuestion.setState({ isOpen: true });
}

const close = (): void => usePassphraseQuestion.setState({ isOpen: false });

/** Asks for the passphrase of what was to be encrypted when Dropslip was closed. */
export function PassphraseDialog() {
  const { isOpen } = usePassphraseQuestion();
  return (
    <Modal opened={isOpen} onClose={close} closeOnClickOutside={false} size="lg" title="Type the passphrase again">
      <Question />
    </Modal>
  );
}

function Question() {
  const passphrase = useTypedPassphrase();
  const [failed, setFailed] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const give = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const typed = passphrase.read(form.current);
    if (typed === null) return;
    const answer = await windowApi().call('drops.givePassphrase', { passphrase: typed });
    if (!answer.ok) return setFailed(failureMessage(answer.error));
    close();
    await act('retry', answer.value.ids);
  };

  return (
    <form ref={form} className={classes.question} onSubmit={(event) => void give(event)} noValidate>
      <p className={classes.notes}>
        Dropslip was closed before everything was encrypted. All files of this account that wait for a passphrase are
        encrypted with this one. Nothing of them has left this computer.
      </p>
      <PassphraseFields {...passphrase.fields} />
      {failed !== null && (
        <p className={classes.problem} role="alert">
          {failed}
        </p>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit">Encrypt and submit</Button>
      </div>
    </form>
  );
}
