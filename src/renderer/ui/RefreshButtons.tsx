import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { ActionButton } from './IconButton.tsx';

type Props = { readonly busy: boolean; readonly onRefresh: () => void; readonly onStop: () => void };

/**
 * Refreshes the visible data. The Stop button has its own place on the left, so that a late click on it does not
 * refresh again.
 */
export function RefreshButtons({ busy, onRefresh, onStop }: Props) {
  return (
    <>
      {busy && (
        <Button variant="default" aria-label="Stop refreshing" onClick={onStop}>
          Stop
        </Button>
      )}
      <ActionButton
        icon={IconRefresh}
        isBusy={busy}
        // `disabled` would remove the focus from it.
        {...(busy && { 'data-disabled': true })}
        aria-disabled={busy}
        onClick={busy ? undefined : onRefresh}
      >
        Refresh
      </ActionButton>
    </>
  );
}
