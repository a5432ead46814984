import { Button, Modal } from '@mantine/core';
import { visibleName } from '../../../shared/text.ts';
import { goTo } from '../../data/navigation.ts';
import dialog from '../../ui/Dialog.module.css';
import { formatCount } from '../../ui/format.ts';
import { importReceipts } from '../lookup/index.ts';
import { addFiles } from './commands.ts';
import { closeReceipts, useDroppedReceipts } from './dropped-receipts.ts';

/** Asks if dropped receipts are imported, which is free, or submitted like other files. */
export function ReceiptsDialog() {
  const { files } = useDroppedReceipts();
  const [first] = files;
  const run = (screen: 'lookup' | 'submit', work: (given: readonly File[]) => Promise<void>): void => {
    closeReceipts();
    goTo(screen);
    void work(files);
  };
  return (
    <Modal
      opened={first !== undefined}
      onClose={closeReceipts}
      title={files.length === 1 ? 'Import this receipt?' : `Import these ${formatCount(files.length)} receipts?`}
      classNames={dialog}
    >
      <div className={dialog.dialog}>
        <p>
          {files.length === 1 && <bdi>“{visibleName(first?.name ?? '', 80)}” is a receipt. </bdi>}
          An import costs nothing, and shows what was submitted under Look up.
        </p>
        <div className={dialog.foot}>
          <Button variant="default" onClick={() => run('submit', addFiles)}>
            {files.length === 1 ? 'Submit as a file' : 'Submit as files'}
          </Button>
          <Button data-autofocus onClick={() => run('lookup', importReceipts)}>
            Import
          </Button>
        </div>
      </div>
    </Modal>
  );
}
