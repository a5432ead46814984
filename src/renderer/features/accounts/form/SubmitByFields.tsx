import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { MOST_TOKEN_NAMES } from '../../../../shared/accounts/account.ts';
import { LONGEST_TOKEN_NAME, type SubmitBy } from '../../../../shared/bridge/accounts.ts';
import { type AccountForm, tokenOf, variantOf } from './account-draft.ts';
import classes from './Fields.module.css';

type NameProps = {
  readonly form: AccountForm;
  /** Names that the service gave; empty where it has none. */
  readonly tokenNames: readonly string[];
  /** Whether the service is being asked for them: there is nothing to choose among yet. */
  readonly isLooking?: boolean;
};

type Props = NameProps & { readonly hasApiKey: boolean; readonly hasAccessToken: boolean };

export function SubmitByFields({ form, hasApiKey, hasAccessToken, tokenNames, isLooking = false }: Props) {
  const variant = variantOf(form.values);
  const both = hasApiKey && hasAccessToken;
  if (!both && variant === 'api-key') return null;
  const choose = (chosen: SubmitBy['variant']): void => {
    form.setFieldValue('variant', chosen);
    form.clearFieldError('token');
  };
  return (
    <div className={classes.fields}>
      {both && (
        <fieldset className={classes.choices}>
          <legend>Submit files with</legend>
          <Radio name="variant" label="API key" checked={variant === 'api-key'} onChange={() => choose('api-key')} />
          <Radio
            name="variant"
            label="Access token"
            checked={variant === 'access-token'}
            onChange={() => choose('access-token')}
          />
        </fieldset>
      )}
      {variant === 'access-token' && <TokenName form={form} tokenNames={tokenNames} isLooking={isLooking} />}
    </div>
  );
}

function TokenName({ form, tokenNames, isLooking = false }: NameProps) {
  // It holds the room of what is to come, so that nothing jumps.
  if (isLooking) return <NativeSelect label="Token that pays" data={['Looking for names…']} disabled />;
  if (tokenNames.length === 0 || tokenNames.length > MOST_TOKEN_NAMES) {
    return (
      <TextInput
        name="token"
        label="Token that pays"
        description={
          tokenNames.length === 0
            ? 'No list of names was found. Enter the name that your operator gave you.'
            : 'The service has too many tokens for a list. Enter the name that your operator gave you.'
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_TOKEN_NAME}
        {...form.getInputProps('token')}
      />
    );
  }
  const token = tokenOf(form.values, tokenNames);
  return (
    <NativeSelect
      name="token"
      label="Token that pays"
      data={tokenNames.includes(token) ? [...tokenNames] : [...tokenNames, token]}
      {...form.getInputProps('token')}
      value={token}
    />
  );
}
