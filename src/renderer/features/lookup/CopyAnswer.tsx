import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useCopy } from '../../ui/copy.tsx';
import { showNotes } from '../../ui/notes.tsx';
import { ariaKeys, useShortcut, withKeys } from '../../ui/shortcuts.ts';

type Props = {
  readonly label: string;
  /** Called on each copy. */
  readonly text: () => string;
  /** True for a less prominent button. */
  readonly quiet?: boolean;
};

/** The number of copy buttons on the screen. */
const useOffered = create(() => ({ count: 0 }));

export function CopyAnswer({ label, text, quiet = false }: Props) {
  const { copied, copy } = useCopy();
  const run = (): void => copy(text());
  useShortcut('copy-answer', run);
  useEffect(() => {
    useOffered.setState(({ count }) => ({ count: count + 1 }));
    return () => useOffered.setState(({ count }) => ({ count: count - 1 }));
  }, []);
  return (
    <>
      <Button
        variant={quiet ? 'default' : 'filled'}
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

/**
 * Handles the copy shortcut if there is no answer: otherwise, the user would paste the answer to an earlier question.
 */
export function useNothingToCopy(): void {
  const isOffered = useOffered(({ count }) => count > 0);
  const tell = (): void => showNotes(['Nothing was copied, because there is no answer yet.'], 'warning');
  useShortcut('copy-answer', isOffered ? null : tell);
}
