import { Modal } from '@mantine/core';
import type { Account } from '../../../../shared/bridge/accounts.ts';
import { useWindowStore } from '../../../data/window-store.ts';
import classes from '../../../ui/Dialog.module.css';
import { PrivacySection } from '../../encryption/index.ts';
import { Connection } from '../check/Connection.tsx';
import { AddAccount, type FirstAccountStep } from './AddAccount.tsx';
import { type AccountDialog, closeAccountDialog, dropAccountDialog, useAccountDialog } from './account-dialogs.ts';
import { EditAccount } from './EditAccount.tsx';

type Props = {
  /** Follows when the first account of a service was added, in the same dialog. */
  readonly firstAccountStep?: FirstAccountStep;
};

export function AccountDialogs({ firstAccountStep }: Props) {
  const { dialog, open } = useAccountDialog();
  const accountId = dialog === null || dialog.kind === 'add' ? null : dialog.accountId;
  const account = useWindowStore((state) => state.accounts.find((candidate) => candidate.id === accountId));
  return (
    <Modal
      opened={open && dialog !== null && (dialog.kind === 'add' || account !== undefined)}
      onClose={closeAccountDialog}
      onExitTransitionEnd={dropAccountDialog}
      returnFocus={false}
      // A click beside it must not throw away what was typed.
      closeOnClickOutside={false}
      size="lg"
      title={dialog === null ? '' : titleOf(dialog, account)}
      classNames={classes}
    >
      {dialog !== null && <Contents dialog={dialog} account={account} firstAccountStep={firstAccountStep} />}
    </Modal>
  );
}

function titleOf(dialog: AccountDialog, account: Account | undefined): string {
  const name = account?.name ?? '';
  switch (dialog.kind) {
    case 'add':
      return 'Add an account';
    case 'edit':
      return `Edit ${name}`;
    case 'privacy':
      return `Privacy of ${name}`;
    case 'connection':
      return `Connection of ${name}`;
  }
}

type ContentsProps = {
  readonly dialog: AccountDialog;
  readonly account: Account | undefined;
  readonly firstAccountStep: FirstAccountStep | undefined;
};

function Contents({ dialog, account, firstAccountStep }: ContentsProps) {
  if (dialog.kind === 'add') return <AddAccount firstAccountStep={firstAccountStep} onClose={closeAccountDialog} />;
  if (account === undefined) return null;
  switch (dialog.kind) {
    case 'edit':
      return <EditAccount account={account} atNode={dialog.atNode === true} onClose={closeAccountDialog} />;
    case 'privacy':
      return <PrivacySection accountId={account.id} />;
    case 'connection':
      return <Connection account={account} checkNow={dialog.checkNow} onClose={closeAccountDialog} />;
  }
}
