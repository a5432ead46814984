import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import type { CredentialKind } from '../../../shared/bridge/accounts.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { change, windowApi } from '../../data/calls.ts';
import { SecretInput } from './AccountFields.tsx';
import classes from './CredentialForm.module.css';
import { ConfirmHint } from './Hints.tsx';

type Props = {
  readonly accountId: string;
  readonly kind: CredentialKind;
  /** Absent if the form stays until the problem is solved. */
  readonly onClose?: () => void;
};

/** Replaces a credential. The old one is never shown; the new one is cleared once it is saved. */
export function CredentialForm({ accountId, kind, onClose }: Props) {
  const form = useForm({
    initialValues: { secret: '' },
    validate: { secret: (typed) => (typed.trim() === '' ? 'Paste it here first.' : null) },
    transformValues: ({ secret }) => ({ secret: secret.trim() }),
  });
  const element = useRef<HTMLFormElement>(null);
  useWithdrawOnClose(form.submitting);
  const focus = (): void => element.current?.querySelector('input')?.focus();

  // Take the focus only if the user opened the form.
  const focusOnArrival = useRef(onClose === undefined ? null : focus);
  useEffect(() => focusOnArrival.current?.(), []);

  const save = form.onSubmit(async ({ secret }) => {
    const failed = await change('accounts.replaceCredential', { accountId, kind, secret });
    if (failed === null) {
      form.reset();
      onClose?.();
      return;
    }
    form.setFieldError('secret', failureMessage(failed));
    focus();
  }, focus);

  return (
    <form
      ref={element}
      className={classes.form}
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose?.();
      }}
      noValidate
    >
      <SecretInput
        kind={kind}
        name={kind}
        label={kind === 'api-key' ? 'New API key' : 'New access token'}
        {...form.getInputProps('secret')}
      />
      {form.submitting && <ConfirmHint />}
      <div className={classes.buttons}>
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
        {onClose !== undefined && (
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

/** Cancels the save if the form closes while main asks for approval: the question closes, and nothing is saved. */
export function useWithdrawOnClose(isSaving: boolean): void {
  const saving = useRef(isSaving);
  saving.current = isSaving;
  useEffect(
    () => () => {
      if (saving.current) void windowApi().call('accounts.withdrawChange', {});
    },
    [],
  );
}
