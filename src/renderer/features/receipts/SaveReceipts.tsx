import { Menu } from '@mantine/core';
import { IconBraces, IconFileTypePdf } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Preferences } from '../../../shared/preferences.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import { formatCount } from '../../ui/format.ts';
import { saveReceipts } from './save-receipts.ts';

type Shape = Preferences['receiptsAs'];

type Props = { readonly submissionIds: readonly string[] };

/** The formats for saving many receipts, in a menu: to print, or in one file that Dropslip can read. */
export function ReceiptItems({ submissionIds }: Props) {
  const last = usePreferences((chosen) => chosen.receiptsAs);
  const count = submissionIds.length;
  // The last choice comes first.
  const shapes: readonly Shape[] = last === 'pdf' ? ['pdf', 'json'] : ['json', 'pdf'];
  const save = (shape: Shape): void => {
    void changePreferences({ receiptsAs: shape });
    void saveReceipts(submissionIds, shape);
  };
  return (
    <>
      <Menu.Label>{count === 1 ? 'Save 1 receipt as' : `Save ${formatCount(count)} receipts as`}</Menu.Label>
      {shapes.map((shape) => (
        <Menu.Item key={shape} leftSection={icons[shape]} onClick={() => save(shape)}>
          {shapeWords[shape]}
        </Menu.Item>
      ))}
    </>
  );
}

const icons: { readonly [As in Shape]: ReactNode } = {
  pdf: <IconFileTypePdf size={18} stroke={1.7} aria-hidden="true" />,
  json: <IconBraces size={18} stroke={1.7} aria-hidden="true" />,
};

const shapeWords: { readonly [As in Shape]: string } = {
  pdf: 'One PDF, to read and print',
  json: 'One JSON file, to verify files with',
};
