import { Autocomplete, PasswordInput, Radio, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { MOST_TOKEN_NAMES } from '../../../shared/account.ts';
import { type CredentialKind, LONGEST_TOKEN_NAME, type SubmitBy } from '../../../shared/bridge/accounts.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import classes from './AccountFields.module.css';
import { type AccountForm, variantOf } from './account-draft.ts';
import { addressWords, credentialNames, secretWords } from './account-words.ts';
import { ColourPicker } from './Colour.tsx';
import { Hint } from './Hints.tsx';

type Props = { readonly form: AccountForm };

/** The field that has the focus first. */
export type FirstField = 'name' | 'nodeAddress' | 'appId';

type AccountFieldsProps = Props & {
  readonly at?: FirstField;
  readonly children?: ReactNode;
};

export function AccountFields({ form, at = 'name', children }: AccountFieldsProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        name="name"
        label="Name"
        description="Optional. If empty, the account is named after its address."
        data-autofocus={at === 'name' ? true : undefined}
        {...form.getInputProps('name')}
      />
      <AddressInput form={form} name="address" label="Address" hint="Paste the address that your operator gave you." />
      {children}
      <ColourPicker value={form.values.colour} onChange={(colour) => form.setFieldValue('colour', colour)} />
      <NetworkNode form={form} atNode={at === 'nodeAddress'} />
      <Advanced form={form} atAppId={at === 'appId'} />
    </div>
  );
}

/** Anybody may run a node of the network, so the user chooses one. */
function NetworkNode({ form, atNode }: Props & { readonly atNode: boolean }) {
  const { nodeAddress } = form.values;
  return (
    <Disclosure
      label="Network node (optional)"
      startsOpen={atNode || nodeAddress !== ''}
      isNeeded={form.errors.nodeAddress !== undefined}
    >
      <p className={classes.lead}>
        With a node of the public network, Dropslip can check that your files are there, and download them without the
        service. It is used only when you ask, and never gets a key or a file. Ask your operator for one. An archive
        node also has old blocks.
      </p>
      <AddressInput
        form={form}
        name="nodeAddress"
        label="Address of a node"
        hint="For example https://node.example."
        isFirst={atNode}
      />
    </Disclosure>
  );
}

function Advanced({ form, atAppId }: Props & { readonly atAppId: boolean }) {
  return (
    <Disclosure
      label="Advanced"
      startsOpen={atAppId || form.values.submitAddress !== '' || form.values.appId !== ''}
      isNeeded={form.errors.submitAddress !== undefined || form.errors.appId !== undefined}
    >
      <AddressInput
        form={form}
        name="submitAddress"
        label="Separate address for submissions"
        hint="Only if your operator gave you two addresses."
      />
      <TextInput
        name="appId"
        label="App id"
        description="Only if your operator requires one. It is a number, and is sent with each submission."
        inputMode="numeric"
        maxLength={10}
        data-autofocus={atAppId ? true : undefined}
        {...form.getInputProps('appId')}
      />
    </Disclosure>
  );
}

type AddressProps = Props & {
  readonly name: 'address' | 'submitAddress' | 'nodeAddress';
  readonly label: string;
  readonly hint: string;
  readonly isFirst?: boolean;
};

function AddressInput({ form, name, label, hint, isFirst = false }: AddressProps) {
  const words = addressWords(form.values[name]);
  return (
    <TextInput
      name={name}
      label={label}
      description={words === null ? hint : <Hint words={words} />}
      descriptionProps={{ 'aria-live': 'polite' }}
      inputMode="url"
      maxLength={2_000}
      data-autofocus={isFirst ? true : undefined}
      {...form.getInputProps(name)}
    />
  );
}

type FieldsProps = {
  readonly form: AccountForm;
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
            // Either credential answers the message that one is needed.
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
  readonly error?: ReactNode;
};

/** An input for a secret. It is hidden unless the user reveals it, and never shown after it is saved. */
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
      maxLength={65_536}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      visibilityToggleButtonProps={{ 'aria-label': `Show the ${label}` }}
    />
  );
}

type SubmitByFieldsProps = Props & {
  readonly hasApiKey: boolean;
  readonly hasAccessToken: boolean;
  readonly tokenNames: readonly string[];
};

export function SubmitByFields({ form, hasApiKey, hasAccessToken, tokenNames }: SubmitByFieldsProps) {
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
      {variant === 'access-token' && (
        <Autocomplete
          name="token"
          label="Token that pays"
          description="Choose a name of the service, or enter the one that your operator gave you."
          data={[...tokenNames]}
          // A chosen name must not hide the others.
          filter={({ options }) => options}
          limit={MOST_TOKEN_NAMES}
          autoComplete="off"
          maxLength={LONGEST_TOKEN_NAME}
          {...form.getInputProps('token')}
        />
      )}
    </div>
  );
}
