import type { CredentialKind } from '../../../shared/bridge/accounts.ts';
import type { AccountDraft, DraftErrors } from './account-draft.ts';
import classes from './Fields.module.css';
import { SecretInput } from './SecretInput.tsx';

type Props = {
  readonly draft: AccountDraft;
  readonly errors: DraftErrors;
  readonly onChange: (change: Partial<AccountDraft>) => void;
  /** Which to ask for; both unless said otherwise. */
  readonly kinds?: readonly CredentialKind[];
};

const both: readonly CredentialKind[] = ['api-key', 'access-token'];

/** The credentials, each with what it is good for. */
export function CredentialFields({ draft, errors, onChange, kinds = both }: Props) {
  return (
    <div className={classes.fields}>
      <p className={classes.lead}>
        Your operator gave you one of these, or both. They are kept in your system’s keychain and sent to this address
        only.
      </p>
      {kinds.includes('api-key') && (
        <SecretInput
          kind="api-key"
          name="apiKey"
          value={draft.apiKey}
          onChange={(apiKey) => onChange({ apiKey })}
          explanation="A long word that does not change. It lets you submit files."
          error={errors.apiKey}
          autoFocus
        />
      )}
      {kinds.includes('access-token') && (
        <SecretInput
          kind="access-token"
          name="accessToken"
          value={draft.accessToken}
          onChange={(accessToken) => onChange({ accessToken })}
          explanation="Given to you when you sign in. It also shows balances and spending, and often expires after some hours."
          error={errors.accessToken}
        />
      )}
    </div>
  );
}
