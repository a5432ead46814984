import { Button, Group, Modal } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Deposit } from '../../../shared/deposits.ts';
import { useWindowStore } from '../../state/window-store.ts';
import classes from './ConfirmDeposit.module.css';
import { registerDeposit } from './commands.ts';
import type { ReadyDeposit } from './deposit-draft.ts';
import { depositWarnings } from './deposit-warnings.ts';
import { confirmSentence } from './deposit-words.ts';

/** `draftId`: made when the review was asked for, so that whatever is clicked twice is one deposit. */
export type Review = { readonly draftId: string; readonly deposit: ReadyDeposit };

type Props = {
  readonly review: Review | null;
  readonly earlier: readonly Deposit[];
  readonly onClose: () => void;
  readonly onRegistered: () => void;
};

/** The last look before a deposit is registered: one sentence, and what speaks against it. */
export function ConfirmDeposit({ review, earlier, onClose, onRegistered }: Props) {
  return (
    <Modal
      opened={review !== null}
      onClose={onClose}
      title="Register this deposit?"
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {review !== null && (
        <Contents
          key={review.draftId}
          review={review}
          earlier={earlier}
          onClose={onClose}
          onRegistered={onRegistered}
        />
      )}
    </Modal>
  );
}

function Contents({ review, earlier, onClose, onRegistered }: Props & { readonly review: Review }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const account = useWindowStore((state) => state.accounts.find(({ id }) => id === state.activeAccountId)?.name);
  const warnings = depositWarnings(review.deposit, earlier);

  const register = async (): Promise<void> => {
    setBusy(true);
    const failed = await registerDeposit(review.draftId, review.deposit);
    setBusy(false);
    if (failed === null) onRegistered();
    else setFailure(failed.message);
  };

  return (
    <div className={classes.contents}>
      <p className={classes.sentence}>{confirmSentence(review.deposit)}</p>
      <p className={classes.soft}>
        Token {review.deposit.tokenAddress}, for the account “{account}”.
      </p>
      {warnings.map((warning) => (
        <div key={warning} className={classes.warning}>
          <IconAlertTriangle size={18} stroke={1.7} aria-hidden="true" />
          <p>{warning}</p>
        </div>
      ))}
      {failure !== null && <p role="alert">{failure}</p>}
      {busy && <p role="status">Reading the balance beforehand, then it goes out…</p>}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void register()}>
          Register deposit
        </Button>
      </Group>
    </div>
  );
}
