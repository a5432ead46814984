import { Button, Menu } from '@mantine/core';
import { IconBraces, IconFileTypePdf } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Preferences } from '../../../shared/preferences.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import { formatCount, percent } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import classes from './SaveReceipts.module.css';
import { cancelSaving, savePdfs, saveReceipts, useSaving } from './save-receipts.ts';

type Shape = Preferences['receiptsAs'];
/** The progress of saving receipts as PDFs, while it runs. */
export function ReceiptsProgress() {
  const saving = useSaving((state) => state.saving);
  if (saving === null) return null;
  return (
    <div className={classes.running}>
      <ProgressBar percent={percent(saving.done, saving.total)} label="Receipts saved" />
      <span className={classes.words}>
        {formatCount(saving.done)} of {formatCount(saving.total)} receipts
      </span>
      <Button variant="default" size="compact-sm" onClick={cancelSaving}>
        Stop saving
      </Button>
    </div>
  );
}

type Props = { readonly submissionIds: readonly string[] };

/** The formats for saving many receipts, in a menu: as PDFs, or in one file that Dropslip can read. */
export function ReceiptItems({ submissionIds }: Props) {
  const last = usePreferences((chosen) => chosen.receiptsAs);
  const isSaving = useSaving(({ saving }) => saving !== null);
  const count = submissionIds.length;
  // The last choice comes first.
  const shapes: readonly Shape[] = last === 'pdf' ? ['pdf', 'json'] : ['json', 'pdf'];
  const save = (shape: Shape): void => {
    void changePreferences({ receiptsAs: shape });
    void (shape === 'pdf' ? savePdfs(submissionIds) : saveReceipts(submissionIds));
  };
  return (
    <>
      <Menu.Label>{count === 1 ? 'Save 1 receipt as' : `Save ${formatCount(count)} receipts as`}</Menu.Label>
      {shapes.map((shape) => (
        <Menu.Item key={shape} leftSection={icons[shape]} disabled={isSaving} onClick={() => save(shape)}>
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
