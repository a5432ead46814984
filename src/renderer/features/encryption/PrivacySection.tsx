import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { KeptWhere, Privacy, PrivacyKind } from '../../../shared/bridge/encryption.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { FormFoot, Problem } from '../../ui/FormFoot.tsx';
import { PassphraseFields, useTypedPassphrase } from './PassphraseFields.tsx';
import classes from './Privacy.module.css';
import { keptWords, publicKeyWords, usePrivacy, usePrivacyChange } from './privacy-words.ts';
import { People, Readers } from './Readers.tsx';

type PrivacyProps = { readonly accountId: string };

export function PrivacySection({ accountId }: PrivacyProps) {
  const privacy = usePrivacy(accountId);
  const { failed, change } = usePrivacyChange(accountId);
  if (privacy === null) return null;
  return (
    <div className={classes.sheet}>
      <div className={classes.fields}>
        <Readers
          legend="Unless you choose otherwise for a drop, it can be read by"
          value={privacy.standard}
          onChange={(standard: PrivacyKind) => void change('encryption.setStandard', { standard })}
        />
        <Problem text={failed} />
      </div>
      <KeptPassphrase accountId={accountId} kept={privacy.passphrase} />
      <People accountId={accountId} recipients={privacy.recipients} />
      <OwnKey accountId={accountId} ownKey={privacy.ownKey} />
    </div>
  );
}

const SmallButton = Button.withProps({ variant: 'default', size: 'xs' });

type KeptPassphraseProps = { readonly accountId: string; readonly kept: KeptWhere };

/** The passphrase of an account. It is saved and forgotten at the user's request, and never shown again. */
function KeptPassphrase({ accountId, kept }: KeptPassphraseProps) {
  const [typing, setTyping] = useState(false);
  const { failed, change } = usePrivacyChange(accountId);
  return (
    <section className={classes.part} aria-label="Passphrase">
      <h3>Passphrase</h3>
      <div className={classes.line}>
        <span className={classes.hint}>{keptWords(kept, 'Not saved: you enter it with each drop')}</span>
        {kept === null && !typing && <SmallButton onClick={() => setTyping(true)}>Save one…</SmallButton>}
        {kept !== null && (
          <SmallButton
            aria-label="Forget the passphrase"
            onClick={() => void change('encryption.forgetPassphrase', {})}
          >
            Forget…
          </SmallButton>
        )}
      </div>
      {typing && <PassphraseForm accountId={accountId} onClose={() => setTyping(false)} />}
      <Problem text={failed} />
    </section>
  );
}

type FormProps = { readonly accountId: string; readonly onClose: () => void };

function PassphraseForm({ accountId, onClose }: FormProps) {
  const passphrase = useTypedPassphrase();
  const { failed, change } = usePrivacyChange(accountId);
  const keep = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = passphrase.read(event.currentTarget);
    if (typed !== null && (await change('encryption.keepPassphrase', { passphrase: typed }))) onClose();
  };
  return (
    <form className={classes.fields} onSubmit={(event) => void keep(event)} noValidate>
      <PassphraseFields {...passphrase.fields} />
      <FormFoot className={classes.foot} failure={failed} onCancel={onClose} submit="Keep it" />
    </form>
  );
}

type OwnKeyProps = { readonly accountId: string; readonly ownKey: Privacy['ownKey'] };

function OwnKey({ accountId, ownKey }: OwnKeyProps) {
  const [typing, setTyping] = useState(false);
  const { failed, change } = usePrivacyChange(accountId);
  const make = (to: 'keychain' | 'file') => void change('encryption.makeKey', { to });
  return (
    <section className={classes.part} aria-label="Your own key">
      <h3>Your own key</h3>
      {ownKey === null ? (
        <p className={classes.hint}>
          With a key pair, others can encrypt files for you, and you can read what you encrypt for others. Share the
          public key and keep the secret key to yourself. Without it nobody can read these files, not even the service.
        </p>
      ) : (
        <div className={classes.line}>
          <span className={classes.key}>{publicKeyWords(ownKey.publicKey)}</span>
          <CopyButton text={ownKey.publicKey} what="your public key" />
        </div>
      )}
      <div className={classes.line}>
        {ownKey !== null && (
          <span className={classes.hint}>
            {keptWords(ownKey.kept, 'The secret key is not saved here: it is in the file you saved')}
          </span>
        )}
        <span className={classes.made}>
          {ownKey === null && (
            <>
              <SmallButton onClick={() => make('keychain')}>Make a key pair</SmallButton>
              <SmallButton onClick={() => make('file')}>Make one, save it as a file</SmallButton>
            </>
          )}
          {(ownKey === null || ownKey.kept === null) && !typing && (
            <SmallButton onClick={() => setTyping(true)}>Save a secret key…</SmallButton>
          )}
          {ownKey !== null && (
            <SmallButton aria-label="Forget the secret key" onClick={() => void change('encryption.forgetKey', {})}>
              Forget…
            </SmallButton>
          )}
        </span>
      </div>
      {typing && <SecretKeyForm accountId={accountId} onClose={() => setTyping(false)} />}
      <Problem text={failed} />
    </section>
  );
}

function SecretKeyForm({ accountId, onClose }: FormProps) {
  const [secretKey, setSecretKey] = useState('');
  const { failed, change } = usePrivacyChange(accountId);
  const keep = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await change('encryption.keepKey', { secretKey })) onClose();
  };
  return (
    <form className={classes.fields} onSubmit={(event) => void keep(event)} noValidate>
      <PasswordInput
        label="Secret key"
        name="secretKey"
        placeholder="AGE-SECRET-KEY-…"
        maxLength={10_000}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the secret key' }}
        value={secretKey}
        onChange={(event) => setSecretKey(event.currentTarget.value)}
      />
      <FormFoot
        className={classes.foot}
        failure={failed}
        onCancel={onClose}
        submit="Keep it"
        isReady={secretKey.trim() !== ''}
      />
    </form>
  );
}
