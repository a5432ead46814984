import { IconFileTypePdf, IconReceipt, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../ui/IconButton.tsx';
import { GetBackButton } from '../retrieval/index.ts';
import { openVerify } from '../verify/index.ts';
import classes from './ReceiptButtons.module.css';
import { saveReceipts } from './save-receipts.ts';

type Saved = 'json' | 'pdf';

type Props = { readonly accountId: string; readonly submissionId: string };

export function ReceiptButtons({ accountId, submissionId }: Props) {
  const [busy, setBusy] = useState<Saved | null>(null);
  const run = (kind: Saved, saving: Promise<void>): void => {
    setBusy(kind);
    void saving.finally(() => setBusy(null));
  };
  return (
    <fieldset className={classes.buttons} aria-label="Receipt">
      <ActionButton
        icon={IconReceipt}
        variant="filled"
        loading={busy === 'json'}
        onClick={() => run('json', saveReceipts([submissionId], 'json'))}
      >
        Save receipt
      </ActionButton>
      <ActionButton
        icon={IconFileTypePdf}
        loading={busy === 'pdf'}
        onClick={() => run('pdf', saveReceipts([submissionId], 'pdf'))}
      >
        Save as PDF
      </ActionButton>
      <GetBackButton from={{ kind: 'id', accountId, submissionId }} />
      <ActionButton icon={IconShieldCheck} onClick={() => openVerify(submissionId)}>
        Verify a file
      </ActionButton>
    </fieldset>
  );
}
