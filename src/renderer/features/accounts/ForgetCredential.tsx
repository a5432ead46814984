import { Button } from '@mantine/core';
import type { Account, CredentialKind } from '../../../shared/accounts.ts';
import { callOrTell } from './commands.ts';
import classes from './Dialog.module.css';
import fields from './Fields.module.css';

type Props = { readonly account: Account; readonly credential: CredentialKind; readonly onClose: () => void };

const without: { readonly [Kind in CredentialKind]: string } = {
  'api-key': 'Without it, files can only be submitted with an access token. To use it again, paste it again.',
  'access-token': 'Without it, balances and spending cannot be read. To use it again, paste it again.',
};

export function ForgetCredential({ account, credential, onClose }: Props) {
  const forget = async (): Promise<void> => {
    onClose();
    await callOrTell('accounts.forgetCredential', { accountId: account.id, kind: credential });
  };
  return (
    <div className={classes.dialog}>
      <p>{without[credential]}</p>
      <div className={fields.foot}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button onClick={() => void forget()}>Forget it</Button>
      </div>
    </div>
  );
}
