import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { deferred } from '../../ui/deferred.tsx';

export const QueueSettings = deferred(
  async () => (await import('../../after-first-view.ts')).SettingsPopover,
  () => <LimitsButton aria-haspopup="dialog" aria-disabled="true" />,
);

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
