import { Button } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { CredentialKind } from '../../../shared/bridge/accounts.ts';
import { windowApi } from '../../data/window-api.ts';
import { ConfirmHint } from './ConfirmHint.tsx';
import classes from './CredentialForm.module.css';
import { SecretInput } from './SecretInput.tsx';

type Props = {
  readonly accountId: string;
  readonly kind: CredentialKind;
  readonly onDone: () => void;
  /** Absent where the form stays until it is answered. */
  readonly onCancel?: () => void;
};

/** Takes a new credential in place. The old one is never shown; the new one is gone from here once it is saved. */
export function CredentialForm({ accountId, kind, onDone, onCancel }: Props) {
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const opened = onCancel !== undefined;

  // Whoever opened it wants to type; a form that stands there by itself takes the keyboard from nobody.
  useEffect(() => {
    if (opened) form.current?.querySelector('input')?.focus();
  }, [opened]);

  const refuse = (message: string): void => {
    setError(message);
    form.current?.querySelector('input')?.focus();
  };

  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (secret.trim() === '') return refuse('Paste it here first.');
    setSaving(true);
    const answer = await windowApi().call('accounts.replaceCredential', { accountId, kind, secret: secret.trim() });
    setSaving(false);
    if (!answer.ok) return refuse(answer.error.message);
    setSecret('');
    onDone();
  };

  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel?.();
      }}
      noValidate
    >
      <SecretInput
        kind={kind}
        name={kind}
        label={kind === 'api-key' ? 'New API key' : 'New access token'}
        value={secret}
        onChange={(next) => {
          setSecret(next);
          setError(undefined);
        }}
        error={error}
      />
      {saving && <ConfirmHint />}
      <div className={classes.buttons}>
        <Button type="submit" loading={saving}>
          Save
        </Button>
        {onCancel !== undefined && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
