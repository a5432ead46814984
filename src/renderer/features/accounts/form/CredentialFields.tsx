import { PasswordInput } from '@mantine/core';
import type { CredentialKind } from '../../../../shared/bridge/accounts.ts';
import { credentialNames, secretWords } from '../account-words.ts';
import { Hint } from '../Notice.tsx';
import type { AccountForm } from './account-draft.ts';
import classes from './Fields.module.css';

type FieldsProps = {
  readonly form: AccountForm;
  /** Which to ask for; both unless said otherwise. */
  readonly kinds?: readonly CredentialKind[];
};

export function CredentialFields({ form, kinds = ['api-key', 'access-token'] }: FieldsProps) {
  return (
    <div className={classes.fields}>
      <p className={classes.lead}>
        Your operator gave you one or both of these. They are sent only to this address and saved in your system’s
        keychain. Without a keychain, they are kept until you close Dropslip.
      </p>
      {kinds.includes('api-key') && (
        <SecretInput
          kind="api-key"
          name="apiKey"
          explanation="A long code that does not change. It lets you submit files."
          data-autofocus
          {...form.getInputProps('apiKey')}
        />
      )}
      {kinds.includes('access-token') && (
        <SecretInput
          kind="access-token"
          name="accessToken"
          explanation="You get it when you sign in. It also shows balances and spending, and often expires after some hours."
          {...form.getInputProps('accessToken')}
          onChange={(accessToken) => {
            form.setFieldValue('accessToken', accessToken);
            // Either answers the sentence that one of them is needed.
            form.clearFieldError('apiKey');
          }}
        />
      )}
    </div>
  );
}

type SecretProps = {
  readonly kind: CredentialKind;
  readonly name: string;
  readonly label?: string;
  readonly explanation?: string;
  readonly value?: string;
  readonly onChange: (value: string) => void;
  readonly error?: React.ReactNode;
  readonly 'data-autofocus'?: boolean;
};

/** Where a secret is pasted: hidden unless the person wants to see it, and never shown again after it is saved. */
export function SecretInput({
  kind,
  label = credentialNames[kind],
  explanation,
  value = '',
  onChange,
  ...input
}: SecretProps) {
  const words = secretWords(kind, value);
  return (
    <PasswordInput
      {...input}
      label={label}
      description={words === null ? explanation : <Hint words={words} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
      maxLength={65_536}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show the ${label}` }}
    />
  );
}
