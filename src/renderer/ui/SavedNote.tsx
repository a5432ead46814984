import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { visibleName } from './file-name.ts';
import classes from './SavedNote.module.css';

type Props = { readonly fileName: string; readonly onShow: () => void };

/** Says where a file was saved, and leads there. */
export function SavedNote({ fileName, onShow }: Props) {
  return (
    <div className={classes.saved}>
      <div>
        <bdi>“{visibleName(fileName)}” is in your Downloads folder.</bdi>
      </div>
      <Button
        variant="default"
        leftSection={<IconFolderOpen size={18} stroke={1.7} aria-hidden="true" />}
        onClick={onShow}
      >
        Show in folder
      </Button>
    </div>
  );
}
