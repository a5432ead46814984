import { Button, Modal } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { create } from 'zustand';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../../data/window-api.ts';
import { nothingTyped, PassphraseFields, passphraseProblem } from '../../encryption/index.ts';
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
  const [value, setValue] = useState(nothingTyped);
  const [problem, setProblem] = useState<ReturnType<typeof passphraseProblem>>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const give = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = passphraseProblem(value);
    setProblem(found);
    if (found !== null) {
      form.current
        ?.querySelector<HTMLInputElement>(`[name="${found.field === 'typed' ? 'passphrase' : 'repeated'}"]`)
        ?.focus();
      return;
    }
    const answer = await windowApi().call('drops.givePassphrase', { passphrase: value.typed });
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
      <PassphraseFields value={value} onChange={setValue} problem={problem} />
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
