import { Button } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Account, CredentialKind } from '../../../shared/bridge/accounts.ts';
import { windowApi } from '../../data/window-api.ts';
import { AddressFields } from './AddressFields.tsx';
import { openAccountDialog } from './account-dialogs.ts';
import {
  type AccountDraft,
  addressErrors,
  type DraftErrors,
  draftOf,
  movedCredentials,
  secretOf,
  settingsOf,
  submitByErrors,
} from './account-draft.ts';
import { firstWrong, without } from './add-account-flow.ts';
import { ConfirmHint } from './ConfirmHint.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import classes from './Dialog.module.css';
import fields from './Fields.module.css';
import { whenMirrored } from './mirrored.ts';
import { Notice } from './Notice.tsx';
import { SubmitByFields } from './SubmitByFields.tsx';

type Props = { readonly account: Account; readonly onClose: () => void };

type Progress =
  | { readonly kind: 'typing' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'refused'; readonly message: string };

/** Everything about an account on one page. Another origin means other credentials: they are asked for here. */
export function EditAccount({ account, onClose }: Props) {
  const [draft, setDraft] = useState<AccountDraft>(() => draftOf(account));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [progress, setProgress] = useState<Progress>({ kind: 'typing' });
  const form = useRef<HTMLFormElement>(null);
  const tokenNames = useTokenNames(account.id);
  const moved = movedCredentials(draft, account);
  const moves = moved.length > 0;

  // Another server has other names.
  const namesHere = moved.includes('access-token') ? [] : tokenNames;
  const { apiKey, accessToken } = account.credentials;
  const has = (kind: CredentialKind): boolean =>
    moved.includes(kind) ? secretOf(draft, kind) !== null : (kind === 'api-key' ? apiKey : accessToken) !== null;

  const change = (changes: Partial<AccountDraft>): void => {
    setDraft((before) => ({ ...before, ...changes }));
    setErrors((before) => without(before, changes));
  };

  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = { ...addressErrors(draft), ...submitByErrors(draft, namesHere) };
    setErrors(found);
    const wrong = firstWrong(found);
    const settings = settingsOf(draft, namesHere);
    if (wrong !== null || settings === null) {
      form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
      return;
    }
    setProgress({ kind: 'saving' });
    // What was typed for another server and then taken back with its address is for no server.
    const pasted = (kind: CredentialKind): string | null => (moved.includes(kind) ? secretOf(draft, kind) : null);
    const edited = await windowApi().call('accounts.edit', {
      accountId: account.id,
      settings,
      apiKey: pasted('api-key'),
      accessToken: pasted('access-token'),
    });
    if (!edited.ok) {
      setProgress({ kind: 'refused', message: edited.error.message });
      return;
    }
    // The check that follows is of what the window shows.
    await whenMirrored(account.id, settings);
    if (settings.address === account.address && !moves) onClose();
    else openAccountDialog({ kind: 'connection', accountId: account.id, checkNow: true });
  };

  return (
    <form ref={form} className={classes.dialog} onSubmit={(event) => void save(event)} noValidate>
      <AddressFields draft={draft} errors={errors} onChange={change} />
      {moves && (
        <>
          <Notice tone="warn" role="status">
            {moved.length === 2
              ? 'This is another server. The key and the token of the old one are forgotten when you save. Paste the new ones here.'
              : 'Submissions go to another server. The API key of the old one is forgotten when you save. Paste the new one here.'}
          </Notice>
          <CredentialFields draft={draft} errors={errors} onChange={change} kinds={moved} />
        </>
      )}
      <SubmitByFields
        draft={draft}
        errors={errors}
        onChange={change}
        hasApiKey={has('api-key')}
        hasAccessToken={has('access-token')}
        tokenNames={namesHere}
      />
      {progress.kind === 'saving' && <ConfirmHint />}
      {progress.kind === 'refused' && (
        <Notice tone="bad" role="alert">
          {progress.message}
        </Notice>
      )}
      <div className={fields.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={progress.kind === 'saving'}>
          Save changes
        </Button>
      </div>
    </form>
  );
}

/** Names that the account's service gives; empty while they are not here, and where there are none. */
function useTokenNames(accountId: string): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let current = true;
    void windowApi()
      .call('accounts.tokenNames', { accountId })
      .then((answer) => {
        if (current && answer.ok) setNames(answer.value.map((token) => token.name));
      });
    return () => {
      current = false;
    };
  }, [accountId]);
  return names;
}
