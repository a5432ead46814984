import { Button } from '@mantine/core';
import type { Account } from '../../../shared/accounts.ts';
import { removalPoints } from './account-words.ts';
import { callOrTell } from './commands.ts';
import classes from './Dialog.module.css';
import fields from './Fields.module.css';

type Props = { readonly account: Account; readonly onClose: () => void };

export function RemoveAccount({ account, onClose }: Props) {
  const remove = async (): Promise<void> => {
    onClose();
    await callOrTell('accounts.remove', { accountId: account.id });
  };
  return (
    <div className={classes.dialog}>
      <div>
        <p>Dropslip forgets for good:</p>
        <ul className={classes.points}>
          {removalPoints(account).map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      <p>What was submitted stays with the service.</p>
      <div className={fields.foot}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button onClick={() => void remove()}>Remove account</Button>
      </div>
    </div>
  );
}
