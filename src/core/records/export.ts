import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordColumn, RecordRow } from '../../shared/bridge/records.ts';
import type { CsvFormat } from '../../shared/csv.ts';
import {
  BYTE_ORDER_MARK,
  type CsvCell,
  costCells,
  costHeads,
  csvRow,
  sizeCells,
  sizeHeads,
  TimeCells,
} from '../../shared/csv.ts';
import { columnNames } from '../../shared/messages/records.ts';
import { partName } from '../../shared/messages/submissions.ts';
import { costFieldOf } from '../../shared/submissions/cost.ts';
import type { IndexedRecord } from './indexed-record.ts';
import type { TokenNames } from './tokens.ts';

/**
 * A record as JSON under the service's own names. Fields that the contract does not define are unchanged, with every
 * digit. Information that this app adds is under `dropslip`.
 */
export function jsonRecord({ record, file, bytes, bytesExact }: IndexedRecord, tokens: TokenNames): string {
  const named = {
    id: record.id,
    user_id: record.userId,
    token_details_id: record.tokenDetailsId,
    extrinsic_index: record.extrinsicIndex,
    amount_data: record.amountData,
    [costFieldOf(record)]: record.fees,
    to_address: record.toAddress,
    block_hash: record.blockHash,
    data_hash: record.dataHash,
    tx_hash: record.txHash,
    created_at: record.createdAt,
    error: record.error,
  };
  const dropslip = {
    state: record.phase === 'failed' ? 'delayed' : record.phase,
    token: tokens.nameOf(record.tokenDetailsId),
    decimals: tokens.decimalsOf(record.tokenDetailsId),
    bytes,
    bytes_exact: bytes === null ? null : bytesExact,
    file: file?.name ?? null,
    folder: file?.folder ?? null,
    part: file?.part === undefined ? null : partName(file.part, file.part.total),
  };
  // Joined as text, because extra members are raw JSON. They include known fields that could not be read.
  const members = new Map([
    ...Object.entries(named).map(([name, value]) => [name, JSON.stringify(value)] as const),
    ...Object.entries(record.extra),
    ['dropslip', JSON.stringify(dropslip)] as const,
  ]);
  return `{${Array.from(members, ([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

const phases = { pending: 'Submitted', 'in-block': 'Confirmed', failed: 'Delayed' } as const;

/** The columns that accounting needs. They are in every sheet, even if the screen does not show them. */
const always = ['time', 'file', 'state', 'fees', 'size', 'id'] as const satisfies readonly RecordColumn[];
/** Exported only if the screen shows them. The token's name is always beside the cost. */
const further = ['token', 'dataHash', 'blockHash', 'txHash', 'index', 'address', 'user', 'error'] as const;

/** This column has the token's id, because the token's name is beside the cost. */
const furtherHeads = { ...columnNames, token: 'Token details id' };

/** Records as a table for a spreadsheet. docs/csv-format.md explains the format of its cells. */
export class RecordSheet {
  readonly #further: (typeof further)[number][];
  readonly #format: CsvFormat;
  readonly #times: TimeCells;

  /** `columns`: the columns on the screen. `timeZone`: the zone of local times. */
  constructor(columns: readonly RecordColumn[], timeZone: string, format: CsvFormat) {
    this.#further = further.filter((column) => columns.includes(column));
    this.#format = format;
    this.#times = new TimeCells(timeZone);
  }

  head(): string {
    const heads = {
      time: this.#times.heads,
      file: ['File', 'Folder', 'Part'],
      state: ['State'],
      fees: costHeads,
      size: sizeHeads,
      id: ['Submission id'],
    };
    const cells = [...always.flatMap((column) => heads[column]), ...this.#further.map((one) => furtherHeads[one])];
    return `${BYTE_ORDER_MARK}${csvRow(cells, this.#format)}`;
  }

  rows(rows: readonly RecordRow[]): string {
    let text = '';
    for (const row of rows) text += csvRow(this.#cellsOf(row), this.#format);
    return text;
  }

  #cellsOf(row: RecordRow): CsvCell[] {
    return [
      ...this.#times.of(row.time),
      row.file?.name ?? null,
      row.file?.folder ?? null,
      row.file?.part === undefined ? null : partName(row.file.part, row.file.part.total),
      phases[row.phase],
      ...costCells(row.fees, row.token, row.decimals),
      ...sizeCells(row.size, row.amountData),
      row.id,
      ...this.#further.map((column) => (column === 'token' ? row.tokenDetailsId : row[column])),
    ];
  }
}

/** The number of rows that are written before other work gets a turn. */
const ROWS_AT_ONCE = 2_000;

export type Exported = {
  readonly entries: readonly IndexedRecord[];
  readonly tokens: TokenNames;
  readonly rowOf: (entry: IndexedRecord) => RecordRow;
};

/** `sheet`: the table format; null to write whole records as JSON. */
export type ExportFile = { readonly path: string; readonly sheet: RecordSheet | null };

/** Writes records into a file. Rejects on a disk error, and removes the file. */
export async function writeExport(exported: Exported, { path, sheet }: ExportFile): Promise<void> {
  try {
    await pipeline(exportText(exported, sheet), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function* exportText({ entries, tokens, rowOf }: Exported, sheet: RecordSheet | null): AsyncGenerator<string> {
  yield sheet === null ? '[' : sheet.head();
  for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
    await nextTurn();
    const some = entries.slice(start, start + ROWS_AT_ONCE);
    if (sheet !== null) yield sheet.rows(some.map(rowOf));
    else yield some.map((entry, at) => `${start + at === 0 ? '' : ','}\n${jsonRecord(entry, tokens)}`).join('');
  }
  if (sheet === null) yield '\n]\n';
}
