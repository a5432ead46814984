import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { LONGEST_TOKEN_NAME, MOST_TOKEN_NAMES } from '../../../shared/bridge/accounts.ts';
import { type AccountDraft, type DraftErrors, tokenOf, variantOf } from './account-draft.ts';
import classes from './Fields.module.css';

type Props = {
  readonly draft: AccountDraft;
  readonly errors: DraftErrors;
  readonly onChange: (change: Partial<AccountDraft>) => void;
  readonly hasApiKey: boolean;
  readonly hasAccessToken: boolean;
  /** Names that the service gave; empty where it has none. */
  readonly tokenNames: readonly string[];
};

/** How files are submitted. Asks only where there is a choice. */
export function SubmitByFields({ draft, errors, onChange, hasApiKey, hasAccessToken, tokenNames }: Props) {
  const variant = variantOf(draft);
  const both = hasApiKey && hasAccessToken;
  if (!both && variant === 'api-key') return null;
  return (
    <div className={classes.fields}>
      {both && (
        <fieldset className={classes.choices}>
          <legend>Submit files with</legend>
          <Radio
            name="variant"
            label="API key"
            checked={variant === 'api-key'}
            onChange={() => onChange({ variant: 'api-key' })}
          />
          <Radio
            name="variant"
            label="Access token"
            checked={variant === 'access-token'}
            onChange={() => onChange({ variant: 'access-token' })}
          />
        </fieldset>
      )}
      {variant === 'access-token' && (
        <TokenName draft={draft} errors={errors} onChange={onChange} tokenNames={tokenNames} />
      )}
    </div>
  );
}

function TokenName({ draft, errors, onChange, tokenNames }: Omit<Props, 'hasApiKey' | 'hasAccessToken'>) {
  const token = tokenOf(draft, tokenNames);
  if (tokenNames.length === 0 || tokenNames.length > MOST_TOKEN_NAMES) {
    return (
      <TextInput
        name="token"
        label="Token that pays"
        description={
          tokenNames.length === 0
            ? 'No list of names was found. Type the name as your operator gave it to you.'
            : 'The service has too many tokens for a list. Type the name as your operator gave it to you.'
        }
        value={draft.token}
        onChange={(event) => onChange({ token: event.currentTarget.value })}
        error={errors.token}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_TOKEN_NAME}
      />
    );
  }
  const names = tokenNames.includes(token) ? tokenNames : [...tokenNames, token];
  return (
    <NativeSelect
      name="token"
      label="Token that pays"
      value={token}
      data={[...names]}
      onChange={(event) => onChange({ token: event.currentTarget.value })}
      error={errors.token}
    />
  );
}
