import { Button } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';

type Props = {
  readonly label: string;
  readonly inputLabel: string;
  readonly primary: boolean;
  readonly accept?: string;
  readonly onChosen: (file: File) => void;
};

/** A button that asks for one file. */
export function ChooseOne({ label, inputLabel, primary, accept, onChosen }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = event.currentTarget.files ?? [];
    if (chosen !== undefined) onChosen(chosen);
    // Cleared, so that choosing the same file again is a change again.
    event.currentTarget.value = '';
  };
  return (
    <>
      <Button
        variant={primary ? 'filled' : 'default'}
        leftSection={<IconFileSearch size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input ref={input} type="file" hidden aria-label={inputLabel} accept={accept} onChange={take} />
    </>
  );
}
