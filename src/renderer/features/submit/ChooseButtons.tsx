import { Button } from '@mantine/core';
import { IconFilePlus, IconFolderPlus } from '@tabler/icons-react';
import { windowApi } from '../../data/window-api.ts';
import classes from './ChooseButtons.module.css';
import { addFiles } from './commands.ts';

export function ChooseButtons() {
  const choose = async (what: 'files' | 'folder'): Promise<void> => addFiles(await windowApi().chooseFiles(what));
  return (
    <div className={classes.buttons}>
      <Button leftSection={<IconFilePlus size={18} stroke={1.7} />} onClick={() => void choose('files')}>
        Choose files
      </Button>
      <Button
        variant="default"
        leftSection={<IconFolderPlus size={18} stroke={1.7} />}
        onClick={() => void choose('folder')}
      >
        Choose folder
      </Button>
    </div>
  );
}
