import { useQuery } from '@tanstack/react-query';
import type { RecordFile, RecordsWithId, ShownRecord } from '../../../shared/bridge/records.ts';
import { partOfName } from '../../../shared/messages/submissions.ts';
import { visibleName } from '../../../shared/text.ts';
import { callQuery } from '../../data/queries.ts';
import { RecordFields } from '../../ui/FieldSlip.tsx';
import { formatCount, formatMoment } from '../../ui/format.ts';
import { SidePanel } from '../../ui/Screen.tsx';
import { NetworkCheck } from '../network/index.ts';
import { ReceiptButtons } from '../receipts/index.ts';
import classes from './RecordPanel.module.css';
import { phaseNames, tokenName } from './spending-words.ts';

const nothing: RecordsWithId = { records: [], count: 0, earlier: [] };

type Props = { readonly accountId: string; readonly id: string; readonly onClose: () => void };

/** A whole record, with what the contract does not name; all of them where the service has several with one id. */
export function RecordPanel({ accountId, id, onClose }: Props) {
  const { data = nothing, error } = useQuery(callQuery('records.record', accountId, { id }));
  const { records, count, earlier } = data;
  const file = records[0]?.file ?? null;
  return (
    <SidePanel
      label="Record"
      title={file === null ? 'Submission' : <bdi>{fileTitle(file)}</bdi>}
      record={{ submissionId: id, name: file?.name ?? null }}
      onClose={onClose}
    >
      {error !== null && <p role="alert">{error.message}</p>}
      {count > 1 && (
        <p className={classes.doubled}>
          The service lists {formatCount(count)} different records with this id. Ask its operator which one is right.
          {count > records.length && ` The first ${records.length} are shown here.`}
        </p>
      )}
      {earlier.length > 0 && (
        <p className={classes.doubled}>
          The service confirmed this submission, but its record has changed since. This is the newest version; earlier
          ones are below. Ask its operator which one is right.
        </p>
      )}
      {count === 1 && <ReceiptButtons submissionId={id} from={{ kind: 'id', accountId, submissionId: id }} />}
      {count === 1 && <NetworkCheck key={id} target={{ kind: 'record', accountId, submissionId: id }} />}
      {records.map((one) => (
        <RecordFields
          // Two records of one id are told apart by their contents alone.
          key={JSON.stringify(one.record)}
          record={one.record}
          cost={costOf(one)}
          title={phaseNames[one.record.phase]}
        />
      ))}
      {earlier.map((one) => (
        <section key={`${one.until} ${JSON.stringify(one.record)}`}>
          <h3>Until {formatMoment(one.until)} the service said</h3>
          <RecordFields record={one.record} cost={costOf(one)} title={phaseNames[one.record.phase]} />
        </section>
      ))}
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
