import { Button } from '@mantine/core';
import type { Account } from '../../../shared/bridge/accounts.ts';
import { openAccountDialog } from './account-dialogs.ts';
import { mendingOf } from './account-words.ts';
import { CredentialForm } from './CredentialForm.tsx';
import { Notice } from './Notice.tsx';

type Props = { readonly account: Account };

/** What keeps an account from submitting, and what mends it, in one place. It goes by itself when main says so. */
export function TroubleNotice({ account }: Props) {
  const { trouble, submitBy, id } = account;
  if (trouble === null) return null;
  const mending = mendingOf(trouble, submitBy);
  return (
    <Notice tone={trouble.kind === 'token-expires-soon' ? 'warn' : 'bad'}>
      <p role="status">{trouble.message}</p>
      {mending.kind === 'paste' ? (
        <CredentialForm key={mending.credential} accountId={id} kind={mending.credential} onDone={() => {}} />
      ) : (
        <div>
          <Button
            variant="default"
            onClick={() =>
              openAccountDialog(
                mending.kind === 'edit'
                  ? { kind: 'edit', accountId: id }
                  : { kind: 'connection', accountId: id, checkNow: true },
              )
            }
          >
            {mending.kind === 'edit' ? 'Edit' : 'Try again'}
          </Button>
        </div>
      )}
    </Notice>
  );
}
