import { Button, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

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
      <Button
        variant="default"
        leftSection={
          busy ? (
            <Loader size={18} color="gray" aria-hidden="true" />
          ) : (
            <IconRefresh size={18} stroke={1.7} aria-hidden="true" />
          )
        }
        // `disabled` would remove the focus from it.
        {...(busy && { 'data-disabled': true })}
        aria-disabled={busy}
        onClick={busy ? undefined : onRefresh}
      >
        Refresh
      </Button>
    </>
  );
}
