import { Button, PasswordInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { typedKey } from '../encryption/index.ts';
import { compare } from './commands.ts';
import classes from './Outcome.module.css';
import { useVerify } from './verify-state.ts';

/** Opens an encrypted file, so that its contents can be compared. */
export function OpenForm() {
  const [text, setText] = useState('');
  const notOpened = useVerify((state) => state.notOpened);
  const field = useRef<HTMLInputElement>(null);
  // The form was hidden during the attempt and lost the focus.
  useEffect(() => {
    if (notOpened !== null) field.current?.focus();
  }, [notOpened]);

  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (text !== '') void compare(typedKey(text));
  };

  return (
    <form className={classes.open} onSubmit={open}>
      <p>
        Open it to compare its contents. Your passphrase or key is used once and not saved, and nothing decrypted is
        written to the disk.
      </p>
      <PasswordInput
        ref={field}
        label="Passphrase or secret key"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={notOpened === null ? null : failureMessage(notOpened)}
        errorProps={{ role: 'alert' }}
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" disabled={text === ''}>
          Open and compare
        </Button>
        <Button
          variant="default"
          leftSection={<IconKey size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => void compare({ kind: 'kept' })}
        >
          Try the saved keys
        </Button>
      </div>
    </form>
  );
}
