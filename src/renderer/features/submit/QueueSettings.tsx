import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { deferred, type Opening, useOpening } from '../../ui/deferred.tsx';

/** A click before the form's code has loaded opens the form as soon as it has. */
const SettingsPlace = deferred<Opening>(
  async () => (await import('../../after-first-view.ts')).SettingsPopover,
  ({ setOpened, buttonRef }) => (
    <LimitsButton ref={buttonRef} aria-haspopup="dialog" aria-expanded={false} onClick={() => setOpened(true)} />
  ),
);

export function QueueSettings() {
  return <SettingsPlace {...useOpening()} />;
}

export function LimitsButton(props: ComponentProps<typeof Button<'button'>>) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden="true" />}
      // In a narrow bar, only the icon is visible.
      aria-label="Limits"
      title="When Dropslip asks you first, and how many files it sends at a time"
      {...props}
    >
      Limits
    </Button>
  );
}
