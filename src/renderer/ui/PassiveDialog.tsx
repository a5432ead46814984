import { Modal } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { showDialog, usePassiveDialog } from './dialogs.ts';

type Props = {
  readonly name: NonNullable<Parameters<typeof showDialog>[0]>;
  readonly title: string;
  readonly size: NonNullable<ComponentProps<typeof Modal>['size']>;
  readonly children: ReactNode;
};

/** A dialog that awaits no answer: a shortcut closes it before it runs. */
export function PassiveDialog({ name, title, size, children }: Props) {
  const opened = usePassiveDialog(({ shown }) => shown === name);
  return (
    <Modal data-passive opened={opened} onClose={() => showDialog(null)} size={size} title={title}>
      {children}
    </Modal>
  );
}
