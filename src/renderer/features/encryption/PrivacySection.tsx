import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
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

type KeptPassphraseProps = { readonly accountId: string; readonly kept: KeptWhere };

/** The passphrase of an account. It is saved and forgotten at the user's request, and never shown again. */
function KeptPassphrase({ accountId, kept }: KeptPassphraseProps) {
  const [typing, setTyping] = useState(false);
  const passphrase = useTypedPassphrase();
  const { failed, setFailed, change } = usePrivacyChange(accountId);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const close = (): void => {
    setTyping(false);
    passphrase.clear();
    setFailed(null);
  };

  const keep = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const typed = passphrase.read(form.current);
    if (typed === null) return;
    setBusy(true);
    const isKept = await change('encryption.keepPassphrase', { passphrase: typed });
    setBusy(false);
    if (isKept) close();
  };

  return (
    <section className={classes.part} aria-label="Passphrase">
      <h3>Passphrase</h3>
      <div className={classes.line}>
        <span className={classes.hint}>{keptWords(kept, 'Not saved: you enter it with each drop')}</span>
        {kept === null && !typing && (
          <Button variant="default" size="xs" onClick={() => setTyping(true)}>
            Save one…
          </Button>
        )}
        {kept !== null && (
          <Button
            variant="default"
            size="xs"
            aria-label="Forget the passphrase"
            onClick={() => void change('encryption.forgetPassphrase', {})}
          >
            Forget…
          </Button>
        )}
      </div>
      {typing && (
        <form ref={form} className={classes.fields} onSubmit={(event) => void keep(event)} noValidate>
          <PassphraseFields {...passphrase.fields} />
          <FormFoot className={classes.foot} onCancel={close} submit="Keep it" isBusy={busy} />
        </form>
      )}
      <Problem text={failed} />
    </section>
  );
}

type OwnKeyProps = { readonly accountId: string; readonly ownKey: Privacy['ownKey'] };

function OwnKey({ accountId, ownKey }: OwnKeyProps) {
  const [typing, setTyping] = useState(false);
  const [secretKey, setSecretKey] = useState('');
  const { failed, setFailed, change } = usePrivacyChange(accountId);

  const close = (): void => {
    setTyping(false);
    setSecretKey('');
    setFailed(null);
  };
  const make = (to: 'keychain' | 'file') => void change('encryption.makeKey', { to });
  const keep = (event: FormEvent): void => {
    event.preventDefault();
    if (secretKey.trim() === '') setFailed('Paste your secret key first.');
    else void change('encryption.keepKey', { secretKey }).then((isKept) => isKept && close());
  };

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
              <Button variant="default" size="xs" onClick={() => make('keychain')}>
                Make a key pair
              </Button>
              <Button variant="default" size="xs" onClick={() => make('file')}>
                Make one, save it as a file
              </Button>
            </>
          )}
          {(ownKey === null || ownKey.kept === null) && !typing && (
            <Button variant="default" size="xs" onClick={() => setTyping(true)}>
              Save a secret key…
            </Button>
          )}
          {ownKey !== null && (
            <Button
              variant="default"
              size="xs"
              aria-label="Forget the secret key"
              onClick={() => void change('encryption.forgetKey', {})}
            >
              Forget…
            </Button>
          )}
        </span>
      </div>
      {typing && (
        <form className={classes.fields} onSubmit={keep} noValidate>
          <PasswordInput
            label="Secret key"
            name="secretKey"
            placeholder="AGE-SECRET-KEY-…"
            maxLength={10_000}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the secret key' }}
            value={secretKey}
            onChange={(event) => setSecretKey(event.currentTarget.value)}
          />
          <FormFoot className={classes.foot} onCancel={close} submit="Keep it" />
        </form>
      )}
      <Problem text={failed} />
    </section>
  );
}
