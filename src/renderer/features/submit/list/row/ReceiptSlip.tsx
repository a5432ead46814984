import { IconCheck, IconCopy } from '@tabler/icons-react';
import { shortenHex } from '../../../../../shared/hex.ts';
import { useCopy } from '../../../../ui/fields/copy.tsx';
import classes from './ReceiptSlip.module.css';

type Props = { readonly submissionId: string; readonly tabIndex: number };

export function ReceiptSlip({ submissionId, tabIndex }: Props) {
  const { copied, copy } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={classes.slip}
      title={`Submission id ${submissionId}`}
      aria-label={copied ? 'Copied' : `Copy submission id ${submissionId}`}
      tabIndex={tabIndex}
      onClick={(event) => {
        event.stopPropagation();
        copy(submissionId);
      }}
    >
      {shortenHex(submissionId)}
      <Icon size={16} stroke={1.7} aria-hidden="true" />
    </button>
  );
}
