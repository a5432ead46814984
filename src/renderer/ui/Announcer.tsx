import { VisuallyHidden } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';

type Props = {
  /** What a screen reader should know now. */
  readonly text: string;
  /** Changes are spoken at most this often. */
  readonly everyMs: number;
};

/** Tells people who listen to the screen what changes on it, without talking all the time. */
export function Announcer({ text, everyMs }: Props) {
  const spoken = useThrottledValue(text, everyMs);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {spoken}
    </VisuallyHidden>
  );
}
