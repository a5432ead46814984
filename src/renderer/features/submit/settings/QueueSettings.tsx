import { Button, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { deferred } from '../../../ui/deferred.tsx';
import { inSight } from '../../../ui/in-sight.ts';
import { FolderSetting } from './FolderSetting.tsx';
import classes from './QueueSettings.module.css';

/** A form is read when somebody may open it. */
export const SettingsPlace = deferred<{ readonly onDone: () => void }>();

/** The queue's settings, behind a button of the toolbar. */
export function QueueSettings() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      middlewares={inSight}
      width={420}
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden="true" />}
          // In a narrow bar only the icon is seen.
          aria-label="Limits"
          title="What you are asked about before it is submitted, and how many files go at a time"
          onClick={() => setOpen((was) => !was)}
        >
          Limits
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Limits" className={classes.menu ?? ''}>
        <FolderSetting />
        <SettingsPlace onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
