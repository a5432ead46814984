import { useEffect, useState } from 'react';
import type { Result } from '../../../shared/failure.ts';
import type { SpendingRecord } from '../../../shared/spending.ts';
import { windowApi } from '../../state/window-api.ts';
import { visibleName } from '../../ui/file-name.ts';
import { RecordFields } from '../../ui/RecordFields.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { ReceiptButtons } from '../receipts/index.ts';
import classes from './RecordPanel.module.css';
import { phaseNames, tokenName } from './spending-words.ts';

type Props = { readonly id: string; readonly onClose: () => void };

/** A whole record, with what the contract does not name; all of them where the service has several with one id. */
export function RecordPanel({ id, onClose }: Props) {
  const [answer, setAnswer] = useState<Result<readonly SpendingRecord[]> | null>(null);

  useEffect(() => {
    let current = true;
    void windowApi()
      .call('spending.record', { id })
      .then((found) => {
        if (current) setAnswer(found);
      });
    return () => {
      current = false;
    };
  }, [id]);

  const records = answer?.ok === true ? answer.value : [];
  const file = records[0]?.file ?? null;
  return (
    <SidePanel
      label="Record"
      title={file === null ? 'Submission' : <bdi>{visibleName(file.name)}</bdi>}
      record={{ submissionId: id, name: file?.name ?? null }}
      onClose={onClose}
    >
      {answer?.ok === false && <p role="alert">{answer.error.message}</p>}
      {records.length > 1 && (
        <p className={classes.doubled}>
          The service lists {records.length} different records with this id. Ask its operator which one holds.
        </p>
      )}
      {records.length === 1 && <ReceiptButtons submissionId={id} own={file !== null} />}
      {records.map((one) => (
        <RecordFields
          // Two records of one id are told apart by their contents alone.
          key={JSON.stringify(one.record)}
          record={one.record}
          cost={costOf(one)}
          title={phaseNames[one.record.phase]}
        />
      ))}
    </SidePanel>
  );
}

function costOf({ record, token, decimals }: SpendingRecord) {
  if (record.fees === null) return null;
  return { amount: record.fees, token: tokenName(record.tokenDetailsId, token), decimals };
}
