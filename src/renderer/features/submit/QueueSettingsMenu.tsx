import { ActionIcon, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { inSight } from '../../ui/in-sight.ts';
import classes from './QueueSettingsForm.module.css';
import { QueueSettingsForm } from './QueueSettingsForm.tsx';

/** The queue's settings, behind a button of the toolbar. */
export function QueueSettingsMenu() {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      middlewares={inSight}
      width={320}
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon size="md" aria-label="Queue settings" title="Queue settings" onClick={() => setOpen((was) => !was)}>
          <IconAdjustmentsHorizontal size={18} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Queue settings" className={classes.menu ?? ''}>
        <QueueSettingsForm onDone={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
