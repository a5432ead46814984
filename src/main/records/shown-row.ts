import { createHash } from 'node:crypto';
import type { RecordRow } from '../../shared/bridge/records.ts';
import { rowText } from '../../shared/text.ts';

/** The service's ids have 36 characters; longer ones go by a name of this app's own, until the record is asked for. */
const LONGEST_ID = 200;

/** What a row of the window shows of a record whose fields may be of any length: whole they are in the record itself. */
export function shownRow(row: RecordRow, longIds: Map<string, string>): RecordRow {
  const id = shortId(row.id, longIds);
  return {
    ...row,
    id,
    key: id === row.id ? row.key : `${row.key.slice(0, row.key.indexOf(' '))} ${id}`,
    token: shown(row.token),
    fees: shown(row.fees),
    amountData: shown(row.amountData),
    dataHash: shown(row.dataHash),
    blockHash: shown(row.blockHash),
    txHash: shown(row.txHash),
    index: shown(row.index),
    address: shown(row.address),
    user: shown(row.user),
    error: shown(row.error),
  };
}

const shown = (text: string | null): string | null => (text === null || isPlain(text) ? text : rowText(text));

/** Nearly all that rows hold: nothing to be looked at. */
const isPlain = (text: string): boolean => text.length <= 80 && /^[\w.:/ -]*$/.test(text);

function shortId(id: string, longIds: Map<string, string>): string {
  if (id.length <= LONGEST_ID) return id;
  const short = `${rowText(id, LONGEST_ID / 2)} ${createHash('sha256').update(id).digest('hex')}`;
  longIds.set(short, id);
  return short;
}
