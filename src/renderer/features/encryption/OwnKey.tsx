import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Privacy } from '../../../shared/bridge/encryption.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { CopyButton } from '../../ui/fields/copy.tsx';
import classes from './Privacy.module.css';
import { keptWords, publicKeyWords } from './privacy-words.ts';
import { changePrivacy } from './use-privacy.ts';

type Props = { readonly accountId: string; readonly ownKey: Privacy['ownKey'] };

export function OwnKey({ accountId, ownKey }: Props) {
  const [typing, setTyping] = useState(false);
  const [secretKey, setSecretKey] = useState('');
  const [failed, setFailed] = useState<string | null>(null);

  const done = async (change: ReturnType<typeof changePrivacy>): Promise<void> => {
    const refused = await change;
    setFailed(refused === null ? null : failureMessage(refused));
    if (refused !== null) return;
    setTyping(false);
    setSecretKey('');
  };
  const make = (to: 'keychain' | 'file') => done(changePrivacy('encryption.makeKey', { accountId, to }));
  const keep = (event: FormEvent): void => {
    event.preventDefault();
    if (secretKey.trim() === '') setFailed('Paste your secret key first.');
    else void done(changePrivacy('encryption.keepKey', { accountId, secretKey }));
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
              <Button variant="default" size="xs" onClick={() => void make('keychain')}>
                Make a key pair
              </Button>
              <Button variant="default" size="xs" onClick={() => void make('file')}>
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
              onClick={() => void done(changePrivacy('encryption.forgetKey', { accountId }))}
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
            autoComplete="off"
            spellCheck={false}
            maxLength={10_000}
            visibilityToggleFocusable
            visibilityToggleButtonProps={{ 'aria-label': 'Show the secret key' }}
            value={secretKey}
            onChange={(event) => setSecretKey(event.currentTarget.value)}
          />
          <div className={classes.foot}>
            <Button
              variant="default"
              onClick={() => {
                setTyping(false);
                setSecretKey('');
                setFailed(null);
              }}
            >
              Cancel
            </Button>
            <Button type="submit">Keep it</Button>
          </div>
        </form>
      )}
      {failed !== null && (
        <p className={classes.problem} role="alert">
          {failed}
        </p>
      )}
    </section>
  );
}
