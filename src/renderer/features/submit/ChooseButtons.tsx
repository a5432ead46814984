import { Button } from '@mantine/core';
import { IconFilePlus, IconFolderPlus } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import classes from './ChooseButtons.module.css';
import { addFiles } from './commands.ts';

/** React knows no property for choosing folders; the attribute has a fixed name in every browser engine. */
const folderAttribute = { webkitdirectory: '' };

export function ChooseButtons() {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(event.currentTarget.files ?? [])];
    // Cleared, so that choosing the same file again is a change again.
    event.currentTarget.value = '';
    void addFiles(chosen);
  };

  return (
    <div className={classes.buttons}>
      <Button leftSection={<IconFilePlus size={18} stroke={1.7} />} onClick={() => files.current?.click()}>
        Choose files
      </Button>
      <Button
        variant="default"
        leftSection={<IconFolderPlus size={18} stroke={1.7} />}
        onClick={() => folder.current?.click()}
      >
        Choose folder
      </Button>
      <input ref={files} type="file" multiple hidden aria-label="Files to submit" onChange={take} />
      <input ref={folder} type="file" hidden aria-label="Folder to submit" onChange={take} {...folderAttribute} />
    </div>
  );
}
