import { Button, Menu } from '@mantine/core';
import { IconBraces, IconFileTypePdf } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import type { Preferences } from '../../../shared/preferences.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import { formatCount, percent } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { belowButton } from '../../ui/popovers.ts';
import classes from './SaveReceipts.module.css';
import { cancelSaving, savePdfs, saveReceipts, useSaving } from './save-receipts.ts';

type Shape = Preferences['receiptsAs'];
type Props = {
  /** The submissions that have a receipt now; at least one. */
  readonly submissionIds: () => readonly string[];
  readonly children: ReactElement;
};

/** Saves many receipts, as PDFs or in one file that Dropslip can read. Shows the progress while it runs. */
export function SaveReceipts({ submissionIds, children }: Props) {
  const saving = useSaving((state) => state.saving);
  if (saving !== null) {
    const words = `${formatCount(saving.done)} of ${formatCount(saving.total)} receipts`;
    return (
      <div className={classes.running}>
        <ProgressBar percent={percent(saving.done, saving.total)} label="Receipts saved" />
        <span className={classes.words}>{words}</span>
        <Button variant="default" size="compact-sm" onClick={cancelSaving}>
          Stop saving
        </Button>
      </div>
    );
  }
  return (
    <Menu {...belowButton} width={290}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <ReceiptItems submissionIds={submissionIds} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The formats in a menu. The receipts are counted when it opens. */
export function ReceiptItems({ submissionIds }: Pick<Props, 'submissionIds'>) {
  const last = usePreferences((chosen) => chosen.receiptsAs);
  const count = submissionIds().length;
  // The last choice comes first, and has the focus when the menu opens.
  const shapes: readonly Shape[] = last === 'pdf' ? ['pdf', 'json'] : ['json', 'pdf'];
  const save = (shape: Shape): void => {
    void changePreferences({ receiptsAs: shape });
    void (shape === 'pdf' ? savePdfs(submissionIds()) : saveReceipts(submissionIds()));
  };
  return (
    <>
      <Menu.Label>{count === 1 ? 'Save 1 receipt as' : `Save ${formatCount(count)} receipts as`}</Menu.Label>
      {shapes.map((shape) => (
        <Menu.Item key={shape} leftSection={icons[shape]} onClick={() => save(shape)}>
          {shapeWords[shape]}
        </Menu.Item>
      ))}
    </>
  );
}

const icons: { readonly [As in Shape]: ReactNode } = {
  pdf: <IconFileTypePdf size={18} stroke={1.7} aria-hidden="true" />,
  json: <IconBraces size={18} stroke={1.7} aria-hidden="true" />,
};

const shapeWords: { readonly [As in Shape]: string } = {
  pdf: 'A folder of PDFs, to read and print',
  json: 'One JSON file, to verify files with',
};
