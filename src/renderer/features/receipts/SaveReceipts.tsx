import { Menu } from '@mantine/core';
import { IconBraces, IconFileTypePdf } from '@tabler/icons-react';
import { formatCount } from '../../ui/format.ts';
import { saveReceipts } from './save-receipts.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The formats for saving many receipts, in a menu. */
export function ReceiptItems({ submissionIds }: { readonly submissionIds: readonly string[] }) {
  const count = submissionIds.length;
  return (
    <>
      <Menu.Label>{count === 1 ? 'Save 1 receipt as' : `Save ${formatCount(count)} receipts as`}</Menu.Label>
      <Menu.Item leftSection={<IconFileTypePdf {...icon} />} onClick={() => void saveReceipts(submissionIds, 'pdf')}>
        One PDF, to read and print
      </Menu.Item>
      <Menu.Item leftSection={<IconBraces {...icon} />} onClick={() => void saveReceipts(submissionIds, 'json')}>
        One JSON file, to verify files with
      </Menu.Item>
    </>
  );
}
