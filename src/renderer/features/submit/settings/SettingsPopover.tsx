import { Popover } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { Opening } from '../../../ui/deferred.tsx';
import { inSight } from '../../../ui/in-sight.ts';
import { LimitsButton } from './LimitsButton.tsx';
import classes from './QueueSettings.module.css';
import { SettingsForm } from './SettingsForm.tsx';

export function SettingsPopover({ opened, setOpened, buttonRef }: Opening) {
  // Opened only once it is drawn, it knows where the focus was.
  const isThere = useMounted();
  return (
    <Popover
      opened={opened && isThere}
      onChange={setOpened}
      position="bottom-end"
      middlewares={inSight}
      width={420}
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <LimitsButton ref={buttonRef} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''}>
        <h2 className={classes.title}>Limits</h2>
        <SettingsForm onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
