import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { canChooseToken } from '../../../shared/account.ts';
import type { Account, CredentialKind } from '../../../shared/bridge/accounts.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { change } from '../../data/calls.ts';
import { callQuery } from '../../data/queries.ts';
import { useWindowStore } from '../../data/window-state.ts';
import classes from '../../ui/Dialog.module.css';
import { FormFoot } from '../../ui/FormFoot.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrivacySection } from '../encryption/index.ts';
import { AccountFields, CredentialFields, type FirstField, SubmitByFields } from './AccountFields.tsx';
import { AddAccount, type FirstAccountStep } from './AddAccount.tsx';
import {
  type AccountDialog,
  closeAccountDialog,
  dropAccountDialog,
  focusWrong,
  openAccountDialog,
  useAccountDialog,
} from './account-dialogs.ts';
import {
  type AccountDraft,
  addressPart,
  credentialsDeletedBy,
  draftOf,
  fieldErrors,
  secretOf,
  settingsOf,
  submitByPart,
} from './account-draft.ts';
import { Connection } from './CheckBoard.tsx';
import { useWithdrawOnClose } from './CredentialForm.tsx';
import { ConfirmHint } from './Hints.tsx';

type Props = {
  /** Shown in the same dialog after the first account of a service was added. */
  readonly firstAccountStep?: FirstAccountStep;
};

export function AccountDialogs({ firstAccountStep }: Props) {
  const { dialog, open } = useAccountDialog();
  const accountId = dialog === null || dialog.kind === 'add' ? null : dialog.accountId;
  const account = useWindowStore((state) => state.accounts.find((candidate) => candidate.id === accountId));
  const shown = shownIn(dialog, account, firstAccountStep);
  return (
    <Modal
      opened={open && shown !== null}
      onClose={closeAccountDialog}
      onExitTransitionEnd={dropAccountDialog}
      returnFocus={false}
      // A click outside must not discard typed text.
      closeOnClickOutside={false}
      size="lg"
      title={shown?.title}
      classNames={classes}
    >
      {shown?.contents}
    </Modal>
  );
}

function shownIn(
  dialog: AccountDialog | null,
  account: Account | undefined,
  firstAccountStep: Props['firstAccountStep'],
): { readonly title: string; readonly contents: ReactNode } | null {
  const onClose = closeAccountDialog;
  if (dialog?.kind === 'add') {
    return { title: 'Add an account', contents: <AddAccount {...{ firstAccountStep, onClose }} /> };
  }
  if (dialog === null || account === undefined) return null;
  const { id, name } = account;
  switch (dialog.kind) {
    case 'edit':
      return {
        title: `Edit ${name}`,
        contents: <EditAccount {...{ account, onClose }} at={dialog.at ?? 'name'} />,
      };
    case 'privacy':
      return { title: `Privacy of ${name}`, contents: <PrivacySection accountId={id} /> };
    case 'connection':
      return { title: `Connection of ${name}`, contents: <Connection accountId={id} onClose={onClose} /> };
  }
}

type EditAccountProps = { readonly account: Account; readonly at: FirstField; readonly onClose: () => void };

/** All settings of an account on one page. A new origin needs new credentials, so the form asks for them. */
function EditAccount({ account, at, onClose }: EditAccountProps) {
  const known = useTokenNames(account.id);
  const form = useForm<AccountDraft>({
    initialValues: draftOf(account),
    validate: (draft) => fieldErrors(draft, addressPart, submitByPart),
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  useWithdrawOnClose(form.submitting);
  const moved = credentialsDeletedBy(form.values, account);

  // Ignore a credential that was typed for another address if the user has restored the old address.
  const pasted = (kind: CredentialKind): string | null => (moved.includes(kind) ? secretOf(form.values, kind) : null);
  const has = (kind: CredentialKind): boolean => {
    if (moved.includes(kind)) return pasted(kind) !== null;
    return account.credentials[kind === 'api-key' ? 'apiKey' : 'accessToken'] !== null;
  };

  const save = form.onSubmit(
    async (draft) => {
      const settings = settingsOf(draft);
      if (settings === null) return;
      setRefusal(null);
      const failed = await change('accounts.edit', {
        accountId: account.id,
        settings,
        apiKey: pasted('api-key'),
        accessToken: pasted('access-token'),
      });
      if (failed !== null) {
        setRefusal(failureMessage(failed));
        return;
      }
      if (settings.address === account.address && moved.length === 0) onClose();
      else openAccountDialog({ kind: 'connection', accountId: account.id });
    },
    (errors) => focusWrong(element.current, errors),
  );

  return (
    <form ref={element} className={classes.dialog} onSubmit={save} noValidate>
      <AccountFields form={form} at={at} />
      {moved.length > 0 && (
        <>
          <Notice tone="warn" role="status">
            {moved.length === 2
              ? 'This is a different service. When you save, Dropslip forgets the old key and token. Paste the new ones here.'
              : 'Submissions go to a different service. When you save, Dropslip forgets the old API key. Paste the new one here.'}
          </Notice>
          <CredentialFields form={form} kinds={moved} />
        </>
      )}
      <SubmitByFields
        form={form}
        hasApiKey={has('api-key')}
        hasAccessToken={has('access-token') && (canChooseToken(account) || moved.length > 0)}
        // Another service has other token names.
        tokenNames={moved.includes('access-token') ? [] : known}
      />
      {form.submitting && <ConfirmHint />}
      <FormFoot failure={refusal} onCancel={onClose} submit="Save changes" isBusy={form.submitting} />
    </form>
  );
}

function useTokenNames(accountId: string): readonly string[] {
  return useQuery({ ...callQuery('accounts.tokenNames', accountId, { accountId }), gcTime: 0 }).data ?? [];
}
