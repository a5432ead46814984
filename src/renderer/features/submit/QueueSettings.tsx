import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import { ActionButton } from '../../ui/IconButton.tsx';

export const QueueSettings = deferred(
  async () => (await import('../../after-first-view.ts')).SettingsPopover,
  ({ onClick }) => <LimitsButton aria-haspopup="dialog" aria-disabled="true" onClick={onClick} />,
);

export function LimitsButton(props: Partial<ComponentProps<typeof ActionButton>>) {
  return (
    <ActionButton
      icon={IconAdjustmentsHorizontal}
      variant="subtle"
      color="gray"
      size="compact-sm"
      // In a narrow bar, only the icon is visible.
      aria-label="Limits"
      title="When Dropslip asks you first, and how many files it sends at a time"
      {...props}
    >
      Limits
    </ActionButton>
  );
}
