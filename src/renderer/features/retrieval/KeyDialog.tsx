import { Button, Modal, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Retrieval } from '../../../shared/bridge/retrieval.ts';
import dialog from '../../ui/Dialog.module.css';
import { FormFoot } from '../../ui/FormFoot.tsx';
import { changeOrNotify } from '../../ui/notes.tsx';
import { typedKey } from '../encryption/index.ts';
import { retrievalName } from './retrieval-words.ts';

type Props = { readonly retrieval: Retrieval; readonly isOpen: boolean; readonly onClose: () => void };

/** Asks for the key of an encrypted file. The key is not stored. */
export function KeyDialog({ retrieval, isOpen, onClose }: Props) {
  const { id, state } = retrieval;
  const [text, setText] = useState('');
  const mayKeep = state.kind === 'needs-key' && state.mayKeep;
  const wasWrong = state.kind === 'needs-key' && state.wasWrong;

  const close = (): void => {
    setText('');
    onClose();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (text === '') return;
    if (await changeOrNotify('retrieval.answer', { id, answer: typedKey(text) })) close();
  };
  const keep = async (): Promise<void> => {
    if (await changeOrNotify('retrieval.answer', { id, answer: { kind: 'as-it-is' } })) close();
  };

  return (
    <Modal opened={isOpen} onClose={close} title={<bdi>{`Open ${retrievalName(retrieval)}`}</bdi>} classNames={dialog}>
      <form className={dialog.dialog} onSubmit={(event) => void submit(event)}>
        <p>
          It was encrypted before it was submitted. Enter the passphrase or a secret key that opens it. What you type is
          used once and not saved.
        </p>
        <PasswordInput
          label="Passphrase or secret key"
          data-autofocus
          value={text}
          error={wasWrong && text === '' ? 'The last one did not open it. Try again.' : null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormFoot cancel="Later" onCancel={close} submit="Open" isReady={text !== ''}>
          {mayKeep && (
            <Button variant="default" onClick={() => void keep()}>
              Save it as it is
            </Button>
          )}
        </FormFoot>
      </form>
    </Modal>
  );
}
