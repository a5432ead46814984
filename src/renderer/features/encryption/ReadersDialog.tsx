import { Button, Checkbox, Modal } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { Privacy, PrivacyKind } from '../../../shared/bridge/encryption.ts';
import { PassphraseFields } from './PassphraseFields.tsx';
import { People } from './People.tsx';
import classes from './Privacy.module.css';
import { nothingTyped, passphraseProblem } from './passphrase.ts';
import { Readers } from './Readers.tsx';
import { usePrivacy } from './use-privacy.ts';

/**
 * What a person chose for one drop. `passphrase`: null for the one that is kept. `keep`: from now on it is kept.
 *
 * @public Of the screen that takes the drop.
 */
export type ReadersChoice =
  | { readonly kind: 'public' }
  | { readonly kind: 'passphrase'; readonly passphrase: string | null; readonly keep: boolean }
  /** The account's list, as it is. */
  | { readonly kind: 'recipients' };

type Props = {
  readonly opened: boolean;
  readonly accountId: string;
  /** What is dropped, in words: “3 files (12 MB)”. */
  readonly what: string;
  readonly onChoose: (choice: ReadersChoice) => void;
  readonly onClose: () => void;
};

/**
 * “Who can read it?”, asked for one drop. What was typed is gone when it closes.
 *
 * @public Opened by the screen that takes the drop.
 */
export function ReadersDialog({ opened, accountId, what, onChoose, onClose }: Props) {
  const privacy = usePrivacy(accountId);
  return (
    // A click beside it must not throw away what was typed.
    <Modal opened={opened} onClose={onClose} closeOnClickOutside={false} size="lg" title="Who can read it?">
      {privacy !== null && (
        <Question accountId={accountId} privacy={privacy} what={what} onChoose={onChoose} onClose={onClose} />
      )}
    </Modal>
  );
}

type QuestionProps = Omit<Props, 'opened'> & { readonly privacy: Privacy };

function Question({ accountId, privacy, what, onChoose, onClose }: QuestionProps) {
  const [kind, setKind] = useState<PrivacyKind>(privacy.standard);
  const [value, setValue] = useState(nothingTyped);
  const [problem, setProblem] = useState<ReturnType<typeof passphraseProblem>>(null);
  const [keep, setKeep] = useState(false);
  const [other, setOther] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const usesKept = privacy.passphrase !== null && !other;

  const choose = (event: FormEvent): void => {
    event.preventDefault();
    const needsTyped = kind === 'passphrase' && !usesKept;
    const found = needsTyped ? passphraseProblem(value) : null;
    setProblem(found);
    if (found !== null) {
      const name = found.field === 'typed' ? 'passphrase' : 'repeated';
      form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
    } else if (kind === 'passphrase') {
      onChoose({ kind, passphrase: needsTyped ? value.typed : null, keep: needsTyped && keep });
    } else {
      onChoose({ kind });
    }
  };

  return (
    <div className={classes.sheet}>
      <p className={classes.hint}>
        <bdi>{what}</bdi>
      </p>
      <Readers legend="It can be read by" value={kind} onChange={setKind} />
      {kind === 'recipients' && <People accountId={accountId} recipients={privacy.recipients} />}
      <form ref={form} className={classes.fields} onSubmit={choose} noValidate>
        {kind === 'passphrase' && usesKept && (
          <div className={classes.line}>
            <span className={classes.hint}>The passphrase that is kept for this account is used.</span>
            <Button variant="default" size="xs" onClick={() => setOther(true)}>
              Another one…
            </Button>
          </div>
        )}
        {kind === 'passphrase' && !usesKept && (
          <>
            <PassphraseFields value={value} onChange={setValue} problem={problem} />
            {privacy.passphrase === null && (
              <Checkbox
                label="Keep it in your system’s keychain for this account"
                checked={keep}
                onChange={(event) => setKeep(event.currentTarget.checked)}
              />
            )}
          </>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={kind === 'recipients' && privacy.recipients.length === 0}>
            {kind === 'public' ? 'Submit for anybody' : 'Encrypt and submit'}
          </Button>
        </div>
      </form>
    </div>
  );
}
