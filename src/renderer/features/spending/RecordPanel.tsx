import { useQuery } from '@tanstack/react-query';
import type { RecordFile, ShownRecord } from '../../../shared/bridge/records.ts';
import { partOfName } from '../../../shared/messages/submissions.ts';
import { visibleName } from '../../../shared/text.ts';
import { callQuery } from '../../data/queries.ts';
import { RecordFields } from '../../ui/FieldSlip.tsx';
import { formatCount } from '../../ui/format.ts';
import { SidePanel } from '../../ui/Screen.tsx';
import { NetworkCheck } from '../network/index.ts';
import { ReceiptButtons } from '../receipts/index.ts';
import { phaseNames, tokenName } from './spending-words.ts';

type Props = { readonly accountId: string; readonly id: string; readonly onClose: () => void };

/** A whole record, with undocumented fields. */
export function RecordPanel({ accountId, id, onClose }: Props) {
  const { data, error } = useQuery(callQuery('records.record', accountId, { id }));
  const file = data?.file ?? null;
  return (
    <SidePanel label="Record" title={file === null ? 'Submission' : <bdi>{fileTitle(file)}</bdi>} onClose={onClose}>
      {error !== null && <p role="alert">{error.message}</p>}
      {data !== undefined && (
        <>
          <ReceiptButtons accountId={accountId} submissionId={id} />
          <NetworkCheck key={id} target={{ kind: 'record', accountId, submissionId: id }} />
          <RecordFields record={data.record} cost={costOf(data)} title={phaseNames[data.record.phase]} />
        </>
      )}
    </SidePanel>
  );
}

function fileTitle({ name, part }: RecordFile): string {
  return part === undefined ? visibleName(name) : partOfName(part, part.total, visibleName(name), formatCount);
}

function costOf({ record, token, decimals }: ShownRecord) {
  if (record.fees === null) return null;
  return { amount: record.fees, token: tokenName(record.tokenDetailsId, token), decimals };
}
