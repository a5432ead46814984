import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from '../../../ui/fields/copy.tsx';
import { ariaKeys, withKeys } from '../../../ui/shortcuts/keys.ts';
import { useShortcut } from '../../../ui/shortcuts/use-shortcut.ts';

type Props = {
  readonly label: string;
  /** Made when it is asked for. */
  readonly text: () => string;
};

/** The answer in words for who asked: one click, or its shortcut from wherever the keyboard is. */
export function CopyAnswer({ label, text }: Props) {
  const { copied, copy } = useCopy();
  const run = (): void => copy(text());
  useShortcut('copy-answer', run);
  return (
    <>
      <Button
        title={withKeys(label, 'copy-answer')}
        aria-keyshortcuts={ariaKeys('copy-answer')}
        leftSection={
          copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} stroke={1.7} aria-hidden="true" />
        }
        onClick={run}
      >
        {copied ? 'Copied' : label}
      </Button>
      <VisuallyHidden role="status">{copied ? 'The answer is copied.' : ''}</VisuallyHidden>
    </>
  );
}
