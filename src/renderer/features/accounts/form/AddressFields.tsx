import { TextInput } from '@mantine/core';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { TryNode } from '../../network/index.ts';
import { addressWords } from '../account-words.ts';
import { ColourPicker } from '../Colour.tsx';
import { Hint } from '../Notice.tsx';
import type { AccountForm } from './account-draft.ts';
import classes from './Fields.module.css';

type Props = { readonly form: AccountForm };

export function AddressFields({ form, atNode = false }: Props & { readonly atNode?: boolean }) {
  return (
    <div className={classes.fields}>
      <TextInput
        name="name"
        label="Name"
        description="Optional. If empty, the account is named after its address."
        autoComplete="off"
        data-autofocus={atNode ? undefined : true}
        {...form.getInputProps('name')}
      />
      <AddressInput form={form} name="address" label="Address" hint="Paste the address that your operator gave you." />
      <ColourPicker value={form.values.colour} onChange={(colour) => form.setFieldValue('colour', colour)} />
      <NetworkNode form={form} atNode={atNode} />
      <Advanced form={form} />
    </div>
  );
}

/** The node is one of many that anybody may run: which one is a person's own choice. */
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
      <TryNode address={nodeAddress} />
    </Disclosure>
  );
}

const advanced = ['submitAddress', 'requestFundsPath', 'tokenMapPath'] as const;

function Advanced({ form }: Props) {
  return (
    <Disclosure
      label="Advanced"
      startsOpen={advanced.some((field) => form.values[field] !== '')}
      isNeeded={advanced.some((field) => form.errors[field] !== undefined)}
    >
      <AddressInput
        form={form}
        name="submitAddress"
        label="Separate address for submissions"
        hint="Only if your operator gave you two addresses."
      />
      <TextInput
        name="requestFundsPath"
        label="Path for deposits"
        description="Only if the check finds none, for example /user/request_funds."
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('requestFundsPath')}
      />
      <TextInput
        name="tokenMapPath"
        label="Path for token names"
        description="Only if the check finds none, for example /token_map."
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('tokenMapPath')}
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

/** Says while it is typed what an address is read as, and warns of one that is not encrypted. */
function AddressInput({ form, name, label, hint, isFirst = false }: AddressProps) {
  const words = addressWords(form.values[name]);
  return (
    <TextInput
      name={name}
      label={label}
      description={words === null ? hint : <Hint words={words} />}
      descriptionProps={{ 'aria-live': 'polite' }}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={2_000}
      data-autofocus={isFirst ? true : undefined}
      {...form.getInputProps(name)}
    />
  );
}
