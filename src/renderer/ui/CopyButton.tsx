import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from './copy.ts';
import { IconButton } from './IconButton.tsx';

type Props = {
  readonly text: string;
  /** What is copied, for its name: "Copy block hash". */
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
