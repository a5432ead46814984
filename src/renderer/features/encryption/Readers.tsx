import { Button, Radio, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import {
  LONGEST_PUBLIC_KEY,
  type PrivacyKind,
  privacyKinds,
  type Recipient,
} from '../../../shared/bridge/encryption.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import classes from './Privacy.module.css';
import { readerHints, readerNames, shortKey, usePrivacyChange } from './privacy-words.ts';

type ReadersProps = {
  readonly legend: string;
  readonly value: PrivacyKind;
  readonly onChange: (kind: PrivacyKind) => void;
};

/** The choice of who can read files: everyone, people with the passphrase, or the recipients. */
export function Readers({ legend, value, onChange }: ReadersProps) {
  const name = useId();
  return (
    <fieldset className={classes.part}>
      <legend>{legend}</legend>
      {privacyKinds.map((kind) => (
        <Radio
          key={kind}
          name={name}
          label={readerNames[kind]}
          description={readerHints[kind]}
          checked={value === kind}
          data-autofocus={value === kind ? true : undefined}
          onChange={() => onChange(kind)}
        />
      ))}
    </fieldset>
  );
}

type PeopleProps = { readonly accountId: string; readonly recipients: readonly Recipient[] };

export function People({ accountId, recipients }: PeopleProps) {
  const [publicKey, setPublicKey] = useState('');
  const [name, setName] = useState('');
  const { failed, setFailed, change } = usePrivacyChange(accountId);

  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (publicKey.trim() === '') {
      setFailed('Paste a public key first.');
      return;
    }
    if (!(await change('encryption.addRecipient', { publicKey, name }))) return;
    setPublicKey('');
    setName('');
  };

  return (
    <section className={classes.part} aria-label="People">
      <h3>People</h3>
      {recipients.length === 0 ? (
        <p className={classes.hint}>
          Nobody yet. Ask the people who should read your files for their public key. It is not a secret.
        </p>
      ) : (
        <ul className={classes.people} aria-label="Public keys">
          {recipients.map((recipient) => {
            const recipientName = recipient.name ?? shortKey(recipient.publicKey);
            return (
              <li key={recipient.publicKey}>
                <div className={classes.who}>
                  {recipient.name !== null && (
                    <div>
                      <bdi>{recipient.name}</bdi>
                    </div>
                  )}
                  <span className={classes.key} title={recipient.publicKey}>
                    {shortKey(recipient.publicKey)}
                  </span>
                </div>
                <CopyButton text={recipient.publicKey} what={`the public key of ${recipientName}`} />
                <IconButton
                  icon={IconTrash}
                  label={`Remove ${recipientName}`}
                  onClick={() => void change('encryption.removeRecipient', { publicKey: recipient.publicKey })}
                />
              </li>
            );
          })}
        </ul>
      )}
      <form className={classes.add} onSubmit={(event) => void add(event)} noValidate>
        <TextInput
          label="Public key"
          name="publicKey"
          placeholder="age1…"
          maxLength={LONGEST_PUBLIC_KEY}
          value={publicKey}
          error={failed}
          onChange={(event) => {
            setPublicKey(event.currentTarget.value);
            setFailed(null);
          }}
        />
        <TextInput
          label="Name"
          name="recipientName"
          placeholder="Owner of the key"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Add
        </Button>
      </form>
    </section>
  );
}
