import { useRef, useState } from 'react';
import type { Account, CredentialKind } from '../../../shared/bridge/accounts.ts';
import { useNow } from '../../ui/now.ts';
import classes from './AccountPanel.module.css';
import { credentialNames, credentialWords } from './account-words.ts';
import { CredentialForm } from './CredentialForm.tsx';
import { callOrTell } from './commands.ts';
import { Hint } from './Hint.tsx';

type Props = { readonly account: Account; readonly kind: CredentialKind };

/** One credential as far as anybody gets to see it, with what can be done about it. */
export function Credential({ account, kind }: Props) {
  const [replacing, setReplacing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const note = kind === 'api-key' ? account.credentials.apiKey : account.credentials.accessToken;
  const now = useNow(note?.expiresAt !== null && note !== null);
  const name = credentialNames[kind];

  const close = (): void => {
    setReplacing(false);
    opener.current?.focus();
  };

  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd className={classes.value}>
        <Hint words={credentialWords(note, now)} />
        <span className={classes.links}>
          <button
            ref={opener}
            type="button"
            className={classes.link}
            aria-label={`${note === null ? 'Add' : 'Replace'} the ${name} of ${account.name}`}
            aria-expanded={replacing}
            onClick={() => setReplacing(!replacing)}
          >
            {note === null ? 'Add' : 'Replace'}
          </button>
          {note !== null && (
            <button
              type="button"
              className={classes.link}
              aria-label={`Forget the ${name} of ${account.name}`}
              onClick={() => void callOrTell('accounts.forgetCredential', { accountId: account.id, kind })}
            >
              Forget
            </button>
          )}
        </span>
      </dd>
      {replacing && (
        <dd className={classes.form}>
          <CredentialForm accountId={account.id} kind={kind} onDone={close} onCancel={close} />
        </dd>
      )}
    </div>
  );
}
