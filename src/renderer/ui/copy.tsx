import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ShortcutName } from '../../shared/shortcuts.ts';
import { ActionButton, IconButton } from './IconButton.tsx';
import { changeOrNotify } from './notes.tsx';
import { ariaKeys, useShortcut, withKeys } from './shortcuts.ts';

const COPIED_SHOWN_MS = 1_600;

/** Copies text through main. `copied` is true for a moment after it worked. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = (text: string): void => {
    void changeOrNotify('app.copyText', { text }).then(setCopied);
  };
  return { copied, copy };
}

type Props = {
  readonly text: string;
  /** The copied value, for the button's name: "Copy block hash". */
  readonly what: string;
};

export function CopyButton({ text, what }: Props) {
  const { copied, copy } = useCopy();
  return (
    <IconButton
      icon={copied ? IconCheck : IconCopy}
      label={copied ? 'Copied' : `Copy ${what}`}
      onClick={() => copy(text)}
    />
  );
}

type CopyAllButtonProps = {
  readonly label: string;
  readonly text: () => string;
  readonly fullWidth?: boolean;
  /** The shortcut that does the same. */
  readonly shortcut?: ShortcutName;
};

/** A labelled button that copies a long text. The text is created on each click. */
export function CopyAllButton({ label, text, fullWidth = false, shortcut }: CopyAllButtonProps) {
  const { copied, copy } = useCopy();
  const run = (): void => copy(text());
  useShortcut(shortcut ?? 'copy-answer', shortcut === undefined ? null : run);
  return (
    <ActionButton
      icon={copied ? IconCheck : IconCopy}
      fullWidth={fullWidth}
      {...(shortcut !== undefined && { title: withKeys(label, shortcut), 'aria-keyshortcuts': ariaKeys(shortcut) })}
      onClick={run}
    >
      {copied ? 'Copied' : label}
    </ActionButton>
  );
}
