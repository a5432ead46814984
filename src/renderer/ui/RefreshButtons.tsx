import { Button, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

type Props = { readonly busy: boolean; readonly onRefresh: () => void; readonly onStop: () => void };

/** Reads anew what is shown. Stopping has a place of its own, to the left: who stops what ends just then must not begin it again. */
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
        // Not `disabled`: that would take the keyboard away from it.
        {...(busy && { 'data-disabled': true })}
        aria-disabled={busy}
        onClick={busy ? undefined : onRefresh}
      >
        Refresh
      </Button>
    </>
  );
}
