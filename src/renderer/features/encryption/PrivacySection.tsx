import { useState } from 'react';
import type { PrivacyKind } from '../../../shared/bridge/encryption.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { KeptPassphrase } from './KeptPassphrase.tsx';
import { OwnKey } from './OwnKey.tsx';
import { People } from './People.tsx';
import classes from './Privacy.module.css';
import { Readers } from './Readers.tsx';
import { changePrivacy, usePrivacy } from './use-privacy.ts';

type Props = { readonly accountId: string };

export function PrivacySection({ accountId }: Props) {
  const privacy = usePrivacy(accountId);
  const [failed, setFailed] = useState<string | null>(null);
  if (privacy === null) return null;

  const choose = async (standard: PrivacyKind): Promise<void> => {
    const refused = await changePrivacy('encryption.setStandard', { accountId, standard });
    setFailed(refused === null ? null : failureMessage(refused));
  };

  return (
    <div className={classes.sheet}>
      <div className={classes.fields}>
        <Readers
          legend="Unless you choose otherwise for a drop, it can be read by"
          value={privacy.standard}
          onChange={(kind) => void choose(kind)}
        />
        {failed !== null && (
          <p className={classes.problem} role="alert">
            {failed}
          </p>
        )}
      </div>
      <KeptPassphrase accountId={accountId} kept={privacy.passphrase} />
      <People accountId={accountId} recipients={privacy.recipients} />
      <OwnKey accountId={accountId} ownKey={privacy.ownKey} />
    </div>
  );
}
