import { Button } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { windowApi } from '../../data/window-api.ts';

type Props = {
  readonly label: string;
  readonly what: 'file' | 'receipt';
  readonly primary: boolean;
  readonly onChosen: (file: File) => void;
};

/** A button that asks for one file. */
export function ChooseOne({ label, what, primary, onChosen }: Props) {
  const choose = async (): Promise<void> => {
    const [chosen] = await windowApi().chooseFiles(what);
    if (chosen !== undefined) onChosen(chosen);
  };
  return (
    <Button
      variant={primary ? 'filled' : 'default'}
      leftSection={<IconFileSearch size={18} stroke={1.7} aria-hidden="true" />}
      onClick={() => void choose()}
    >
      {label}
    </Button>
  );
}
