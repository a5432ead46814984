import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { DropReaders } from '../../../shared/bridge/drops.ts';
import type { Privacy, PrivacyKind } from '../../../shared/bridge/encryption.ts';
import { PassphraseFields, useTypedPassphrase } from './PassphraseFields.tsx';
import classes from './Privacy.module.css';
import { losingKeysWords } from './privacy-words.ts';
import { People, Readers } from './Readers.tsx';

/** The readers of one drop. The account's default is preselected, except *Anybody* for a private drop. */
export function useReadersChoice(privacy: Privacy, isPrivate: boolean) {
  const [kind, setKind] = useState<PrivacyKind>(
    isPrivate && privacy.standard === 'public' ? 'passphrase' : privacy.standard,
  );
  const passphrase = useTypedPassphrase();
  const [keep, setKeep] = useState(false);
  const [other, setOther] = useState(false);
  const usesKept = privacy.passphrase !== null && !other;
  const needsTyped = kind === 'passphrase' && !usesKept;

  /** The chosen readers; null if the passphrase is invalid. The problem is then shown, and its field gets the focus. */
  const choose = (form: HTMLFormElement | null): DropReaders | null => {
    if (kind !== 'passphrase') return { kind };
    if (!needsTyped) return { kind, passphrase: null, keep: false };
    const typed = passphrase.read(form);
    return typed === null ? null : { kind, passphrase: typed, keep };
  };
  const isMissing = kind === 'recipients' && privacy.recipients.length === 0;
  return { privacy, kind, setKind, passphrase, keep, setKeep, setOther, usesKept, isMissing, choose };
}

type Choice = ReturnType<typeof useReadersChoice>;

/** Render this before the form with the other fields: adding people uses a form of its own. */
export function ReadersChoice({ accountId, choice }: { readonly accountId: string; readonly choice: Choice }) {
  const { kind, privacy, setKind } = choice;
  return (
    <>
      <Readers legend="Who can read it?" value={kind} onChange={setKind} />
      {kind === 'recipients' && (
        <>
          <People accountId={accountId} recipients={privacy.recipients} />
          <p className={classes.warning}>{losingKeysWords}</p>
        </>
      )}
    </>
  );
}

/** The passphrase field of a drop, within its form. Renders nothing if none is needed. */
export function DropPassphrase({ choice }: { readonly choice: Choice }) {
  const { keep, kind, passphrase, privacy, setKeep, setOther, usesKept } = choice;
  if (kind !== 'passphrase') return null;
  if (usesKept) {
    return (
      <div className={classes.line}>
        <span className={classes.hint}>The passphrase saved for this account is used.</span>
        <Button variant="default" size="xs" onClick={() => setOther(true)}>
          Another one…
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.fields}>
      <PassphraseFields {...passphrase.fields} />
      {privacy.passphrase === null && (
        <Checkbox
          label="Keep it in your system’s keychain for this account"
          checked={keep}
          onChange={(event) => setKeep(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
