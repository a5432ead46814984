import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from './copy.ts';

type Props = { readonly label: string; readonly text: () => string; readonly fullWidth?: boolean };

/** A button with words that copies something whole. The text is made when it is asked for. */
export function CopyAllButton({ label, text, fullWidth = false }: Props) {
  const { copied, copy } = useCopy();
  return (
    <Button
      variant="default"
      fullWidth={fullWidth}
      leftSection={
        copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} stroke={1.7} aria-hidden="true" />
      }
      onClick={() => copy(text())}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
}
