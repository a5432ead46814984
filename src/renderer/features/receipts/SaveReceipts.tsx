import { Menu } from '@mantine/core';
import { IconBraces, IconFileTypePdf } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../ui/format.ts';
import { saveReceipts } from './save-receipts.ts';

const shapes = ['pdf', 'json'] as const;

type Shape = (typeof shapes)[number];

type Props = { readonly submissionIds: readonly string[] };

/** The formats for saving many receipts, in a menu: to print, or in one file that Dropslip can read. */
export function ReceiptItems({ submissionIds }: Props) {
  const count = submissionIds.length;
  return (
    <>
      <Menu.Label>{count === 1 ? 'Save 1 receipt as' : `Save ${formatCount(count)} receipts as`}</Menu.Label>
      {shapes.map((shape) => (
        <Menu.Item key={shape} leftSection={icons[shape]} onClick={() => void saveReceipts(submissionIds, shape)}>
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
