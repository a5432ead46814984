import { PasswordInput } from '@mantine/core';
import type { CredentialKind } from '../../../shared/bridge/accounts.ts';
import { credentialNames, secretWords } from './account-words.ts';
import { Hint } from './Hint.tsx';

type Props = {
  readonly kind: CredentialKind;
  /** Name of the field. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  /** What this credential is, in a sentence. */
  readonly explanation?: string;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
};

/** Where a secret is pasted: hidden unless the person wants to see it, and never shown again after it is saved. */
export function SecretInput({ kind, name, value, onChange, label, explanation, error, autoFocus = false }: Props) {
  const shown = label ?? credentialNames[kind];
  const words = secretWords(kind, value);
  return (
    <PasswordInput
      name={name}
      label={shown}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={words === null ? explanation : <Hint words={words} />}
      error={error}
      autoComplete="off"
      spellCheck={false}
      maxLength={65_536}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show what is typed as ${shown}` }}
      data-autofocus={autoFocus || undefined}
    />
  );
}
