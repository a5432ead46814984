import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { KeptWhere } from '../../../shared/bridge/encryption.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { PassphraseFields } from './PassphraseFields.tsx';
import classes from './Privacy.module.css';
import { keptWords } from './privacy-words.ts';
import { changePrivacy } from './use-privacy.ts';
import { useTypedPassphrase } from './use-typed-passphrase.ts';

type Props = { readonly accountId: string; readonly kept: KeptWhere };

/** The passphrase of an account: kept if the person says so, never shown again, and forgotten when they say so. */
export function KeptPassphrase({ accountId, kept }: Props) {
  const [typing, setTyping] = useState(false);
  const passphrase = useTypedPassphrase();
  const [failed, setFailed] = useState<string | null>(null);
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
    const refused = await changePrivacy('encryption.keepPassphrase', { accountId, passphrase: typed });
    setBusy(false);
    if (refused === null) close();
    else setFailed(failureMessage(refused));
  };

  const forget = async (): Promise<void> => {
    const refused = await changePrivacy('encryption.forgetPassphrase', { accountId });
    setFailed(refused === null ? null : failureMessage(refused));
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
          <Button variant="default" size="xs" onClick={() => void forget()} aria-label="Forget the passphrase">
            Forget…
          </Button>
        )}
      </div>
      {typing && (
        <form ref={form} className={classes.fields} onSubmit={(event) => void keep(event)} noValidate>
          <PassphraseFields {...passphrase.fields} />
          <div className={classes.foot}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Keep it
            </Button>
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
