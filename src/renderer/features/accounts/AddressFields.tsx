import { TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountDraft, DraftErrors } from './account-draft.ts';
import { addressWords } from './account-words.ts';
import { ColourPicker } from './ColourPicker.tsx';
import classes from './Fields.module.css';
import { Hint } from './Hint.tsx';

type Props = {
  readonly draft: AccountDraft;
  readonly errors: DraftErrors;
  readonly onChange: (change: Partial<AccountDraft>) => void;
};

/** Name, colour, address, and what few people need under Advanced. */
export function AddressFields({ draft, errors, onChange }: Props) {
  return (
    <div className={classes.fields}>
      <TextInput
        name="name"
        label="Name"
        description="How you want to call it. Left empty, it is named after its address."
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errors.name}
        autoComplete="off"
        data-autofocus
      />
      <AddressInput
        name="address"
        label="Address"
        hint="Paste it as your operator gave it to you."
        value={draft.address}
        onChange={(address) => onChange({ address })}
        error={errors.address}
      />
      <ColourPicker value={draft.colour} onChange={(colour) => onChange({ colour })} />
      <Advanced draft={draft} errors={errors} onChange={onChange} />
    </div>
  );
}

function Advanced({ draft, errors, onChange }: Props) {
  const wrong =
    errors.submitAddress !== undefined || errors.requestFundsPath !== undefined || errors.tokenMapPath !== undefined;
  const filled = draft.submitAddress !== '' || draft.requestFundsPath !== '' || draft.tokenMapPath !== '';
  const [open, setOpen] = useState(filled);
  return (
    <details className={classes.advanced} open={open || wrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
        Advanced
      </summary>
      <div className={classes.fields}>
        <AddressInput
          name="submitAddress"
          label="Another address for submissions"
          hint="Only if your operator gave you two addresses."
          value={draft.submitAddress}
          onChange={(submitAddress) => onChange({ submitAddress })}
          error={errors.submitAddress}
        />
        <TextInput
          name="requestFundsPath"
          label="Path for fund requests"
          description="Only if the check finds none, for example /user/request_funds."
          value={draft.requestFundsPath}
          onChange={(event) => onChange({ requestFundsPath: event.currentTarget.value })}
          error={errors.requestFundsPath}
          autoComplete="off"
          spellCheck={false}
        />
        <TextInput
          name="tokenMapPath"
          label="Path for token names"
          description="Only if the check finds none, for example /token_map."
          value={draft.tokenMapPath}
          onChange={(event) => onChange({ tokenMapPath: event.currentTarget.value })}
          error={errors.tokenMapPath}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </details>
  );
}

type AddressInputProps = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
};

/** Says while it is typed what an address is read as, and warns of one that is not encrypted. */
function AddressInput({ name, label, hint, value, onChange, error }: AddressInputProps) {
  const words = addressWords(value);
  return (
    <TextInput
      name={name}
      label={label}
      description={words === null ? hint : <Hint words={words} />}
      descriptionProps={{ 'aria-live': 'polite' }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={2_000}
    />
  );
}
