import { VisuallyHidden } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';

type Props = {
  readonly text: string;
  /** Changes are announced at most this often. */
  readonly everyMs: number;
};

export function Announcer({ text, everyMs }: Props) {
  const spoken = useThrottledValue(text, everyMs);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {spoken}
    </VisuallyHidden>
  );
}
